//! The coding agents that `fathom init` supports: where each keeps its servers, and in which format.

use clap::ValueEnum;
use std::path::PathBuf;

/// A coding agent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Agent {
    /// Claude Code
    Claude,
    /// Cursor
    Cursor,
    /// Visual Studio Code
    Vscode,
    /// Codex
    Codex,
    /// Zed
    Zed,
    /// Gemini CLI
    Gemini,
    /// Junie
    Junie,
    /// Windsurf
    Windsurf,
}

/// The folders that configuration is kept in.
pub(super) struct ConfigFolders {
    /// The repository.
    pub(super) repository: PathBuf,
    /// The user's own folder, if it is known.
    pub(super) home: Option<PathBuf>,
    /// The user's folder of configuration, if it is known.
    pub(super) config: Option<PathBuf>,
    /// The folder of Codex, where `CODEX_HOME` names one.
    pub(super) codex: Option<PathBuf>,
    /// Folders in which programs are looked for.
    pub(super) programs: Vec<PathBuf>,
}

/// Where a file is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Scope {
    /// In the repository, for everybody who works on it.
    Repository,
    /// In the user's own folder, for every repository.
    User,
}

/// The form of an agent's configuration.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    /// JSON with comments: an object of servers under this key.
    Json { key: &'static str, has_type: bool, always_load: bool },
    /// TOML: a table of servers under this key.
    Toml { key: &'static str },
}

impl Agent {
    pub(super) const ALL: [Agent; 8] = [
        Agent::Claude,
        Agent::Cursor,
        Agent::Vscode,
        Agent::Codex,
        Agent::Zed,
        Agent::Gemini,
        Agent::Junie,
        Agent::Windsurf,
    ];

    /// Its name for people.
    pub(super) fn title(self) -> &'static str {
        match self {
            Agent::Claude => "Claude Code",
            Agent::Cursor => "Cursor",
            Agent::Vscode => "Visual Studio Code",
            Agent::Codex => "Codex",
            Agent::Zed => "Zed",
            Agent::Gemini => "Gemini CLI",
            Agent::Junie => "Junie",
            Agent::Windsurf => "Windsurf",
        }
    }

    /// Its name on the command line.
    pub(super) fn name(self) -> &'static str {
        match self {
            Agent::Claude => "claude",
            Agent::Cursor => "cursor",
            Agent::Vscode => "vscode",
            Agent::Codex => "codex",
            Agent::Zed => "zed",
            Agent::Gemini => "gemini",
            Agent::Junie => "junie",
            Agent::Windsurf => "windsurf",
        }
    }

    pub(super) fn form(self) -> Form {
        let json = |key| Form::Json { key, has_type: false, always_load: false };
        match self {
            Agent::Claude => Form::Json { key: "mcpServers", has_type: true, always_load: true },
            Agent::Vscode => Form::Json { key: "servers", has_type: true, always_load: false },
            Agent::Codex => Form::Toml { key: "mcp_servers" },
            Agent::Zed => json("context_servers"),
            Agent::Cursor | Agent::Gemini | Agent::Junie | Agent::Windsurf => json("mcpServers"),
        }
    }

    pub(super) fn scope(self) -> Scope {
        match self {
            Agent::Codex | Agent::Zed | Agent::Windsurf => Scope::User,
            _ => Scope::Repository,
        }
    }

    /// Its configuration file; `None` where the folder it is kept in is not known.
    pub(super) fn file(self, places: &ConfigFolders) -> Option<PathBuf> {
        let inside = |path: &str| Some(places.repository.join(path));
        let home = |path: &str| places.home.as_ref().map(|home| home.join(path));
        match self {
            Agent::Claude => inside(".mcp.json"),
            Agent::Cursor => inside(".cursor/mcp.json"),
            Agent::Vscode => inside(".vscode/mcp.json"),
            Agent::Gemini => inside(".gemini/settings.json"),
            Agent::Junie => inside(".junie/mcp/mcp.json"),
            Agent::Codex => places
                .codex
                .as_ref()
                .map(|codex| codex.join("config.toml"))
                .or_else(|| home(".codex/config.toml")),
            Agent::Zed => places.config.as_ref().map(|config| config.join("zed/settings.json")),
            Agent::Windsurf => home(".codeium/windsurf/mcp_config.json"),
        }
    }

    /// Whether it is installed, or has left its folder.
    pub(super) fn is_present(self, places: &ConfigFolders) -> bool {
        let (programs, folders): (&[&str], &[&str]) = match self {
            Agent::Claude => (&["claude"], &[".claude", ".claude.json"]),
            Agent::Cursor => (&["cursor", "cursor-agent"], &[".cursor"]),
            Agent::Vscode => {
                (&["code", "code-insiders", "codium"], &[".vscode", ".vscode-insiders", ".vscode-server"])
            }
            Agent::Codex => (&["codex"], &[".codex"]),
            Agent::Zed => (&["zed", "zeditor"], &[".config/zed"]),
            Agent::Gemini => (&["gemini"], &[".gemini"]),
            Agent::Junie => (&["junie"], &[".junie"]),
            Agent::Windsurf => (&["windsurf"], &[".codeium/windsurf"]),
        };
        let in_home = |folder: &str| places.home.as_ref().is_some_and(|home| home.join(folder).exists());
        programs.iter().any(|name| program(places, name).is_some())
            || folders.iter().any(|folder| in_home(folder))
    }
}

/// A program in one of the folders that programs are looked for in.
pub(super) fn program(places: &ConfigFolders, name: &str) -> Option<PathBuf> {
    let file = format!("{name}{}", std::env::consts::EXE_SUFFIX);
    places.programs.iter().map(|folder| folder.join(&file)).find(|path| path.is_file())
}
