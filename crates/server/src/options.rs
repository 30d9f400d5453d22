//! The options of `fathom serve`.

use crate::workspaces::{RegistryOptions, Roots};
use fathom_engine::build::Options;
use fathom_engine::{Folders, Workspace};
use std::net::{SocketAddr, ToSocketAddrs};
use std::path::PathBuf;

/// How to serve.
#[derive(Clone, Debug)]
pub struct ServeOptions {
    /// Where to listen: a name or an address, and a port; port 0 chooses a free one.
    pub address: String,
    /// Compare each workspace with its files about once a second.
    pub watches: bool,
    /// Folders below which workspaces may be registered; empty for the defaults.
    pub roots: Vec<PathBuf>,
    /// Names under which clients reach this server through a proxy.
    pub hosts: Vec<String>,
    /// The token that clients must send.
    pub token: Option<String>,
    /// The user's folders.
    pub folders: Folders,
    /// How a first index is built.
    pub first_index: Options,
}

/// A server that could not start.
#[derive(Debug, thiserror::Error)]
pub enum ServeError {
    /// The address means nothing.
    #[error("`{0}` is not an address; give --addr a name or an address and a port, such as 127.0.0.1:7420")]
    Address(String),
    /// Others could reach it without a token.
    #[error(
        "{0} can be reached from other machines; set FATHOM_TOKEN to a long random text, or listen on 127.0.0.1"
    )]
    TokenRequired(SocketAddr),
    /// A root does not exist.
    #[error("cannot use --root {0}: {1}")]
    Root(PathBuf, std::io::Error),
    /// The address cannot be used.
    #[error("cannot listen on {0}: {1}; choose another address with --addr")]
    Listen(SocketAddr, std::io::Error),
    /// The registry cannot be read.
    #[error("cannot read the registered workspaces: {0}")]
    Workspaces(std::io::Error),
    /// The system refuses what a server needs.
    #[error("cannot start: {0}")]
    System(#[from] std::io::Error),
}

impl ServeOptions {
    /// The address to listen on. One that others can reach needs a token.
    pub(crate) fn socket_address(&self) -> Result<SocketAddr, ServeError> {
        let unknown = || ServeError::Address(self.address.clone());
        let addresses: Vec<SocketAddr> = self.address.to_socket_addrs().map_err(|_| unknown())?.collect();
        let address = *addresses.first().ok_or_else(unknown)?;
        if !address.ip().is_loopback() && self.token().is_none() {
            return Err(ServeError::TokenRequired(address));
        }
        Ok(address)
    }

    /// The token without the line feed of a file that held it; an empty one is none.
    pub(crate) fn token(&self) -> Option<&str> {
        self.token.as_deref().map(str::trim).filter(|token| !token.is_empty())
    }

    /// How workspaces are registered for a server at `address`.
    pub(crate) fn registry(&self, address: SocketAddr) -> Result<RegistryOptions, ServeError> {
        let mut folders = self.roots.clone();
        if folders.is_empty() {
            let current = std::env::current_dir()?;
            // The repository around the current folder is what its user means.
            let found = Workspace::find(&current, &self.folders).ok();
            folders.push(found.map_or(current, |workspace| workspace.root().to_owned()));
            folders.extend(std::env::home_dir().filter(|home| address.ip().is_loopback() && home.is_dir()));
        }
        let mut roots = Vec::new();
        for folder in folders {
            let Roots::Below(below) =
                Roots::below([&folder]).map_err(|error| ServeError::Root(folder.clone(), error))?
            else {
                continue;
            };
            roots.extend(below);
        }
        Ok(RegistryOptions {
            folders: self.folders.clone(),
            roots: Roots::Below(roots),
            saves: true,
            watches: self.watches,
            first_index: self.first_index.clone(),
        })
    }
}
