//! A headless Chromium for tests and screenshots of pages.
//!
//! It is driven through its debugging pipe (the Chrome `DevTools` Protocol on two file descriptors),
//! so there is no port, no driver program and no version to match. Only tests and examples use this
//! crate; the product never does. Failures panic: a test that cannot drive its browser has failed.

mod pipe;

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use pipe::Pipe;
use serde_json::{Value, json};
use std::ffi::OsString;
use std::process::Command;
use std::time::{Duration, Instant};

/// The variable that names the browser.
pub const VARIABLE: &str = "FATHOM_BROWSER";
/// Programs that are looked for.
const PROGRAMS: [&str; 3] = ["chromium", "chromium-browser", "google-chrome"];
/// How long a page may take to get where a test expects it.
const PATIENCE: Duration = Duration::from_mins(1);
/// Time between two looks.
const PAUSE: Duration = Duration::from_millis(20);

/// A browser with one page.
pub struct Browser {
    pipe: Pipe,
    session: String,
}

/// A Chromium on this machine, by [`VARIABLE`] or by its usual names.
pub fn find() -> Option<OsString> {
    if let Some(name) = std::env::var_os(VARIABLE) {
        return Some(name);
    }
    let starts =
        |name: &&str| Command::new(name).arg("--version").output().is_ok_and(|one| one.status.success());
    PROGRAMS.into_iter().find(starts).map(OsString::from)
}

impl Browser {
    /// Starts a browser with an empty page.
    pub fn start() -> Browser {
        let program = find().unwrap_or_else(|| panic!("there is no Chromium; set {VARIABLE} to its path"));
        let mut pipe = Pipe::open(&program);
        let target = pipe.call("", "Target.createTarget", &json!({"url": "about:blank"}));
        let attached = json!({"targetId": target["targetId"], "flatten": true});
        let session = pipe.call("", "Target.attachToTarget", &attached);
        let session = session["sessionId"].as_str().expect("a session has an id").to_owned();
        let mut browser = Browser { pipe, session };
        for domain in ["Page", "Runtime", "Log"] {
            browser.call(&format!("{domain}.enable"), &json!({}));
        }
        let clipboard = json!({"permissions": ["clipboardReadWrite", "clipboardSanitizedWrite"]});
        browser.pipe.call("", "Browser.grantPermissions", &clipboard);
        browser.resize(1280, 900);
        browser
    }

    /// Sets the size of the window in pixels.
    pub fn resize(&mut self, width: u32, height: u32) {
        let size = json!({"width": width, "height": height, "deviceScaleFactor": 1, "mobile": false});
        self.call("Emulation.setDeviceMetricsOverride", &size);
    }

    /// Prefers dark or light pages.
    pub fn prefer_dark(&mut self, is_dark: bool) {
        let value = if is_dark { "dark" } else { "light" };
        let features = json!({"features": [{"name": "prefers-color-scheme", "value": value}]});
        self.call("Emulation.setEmulatedMedia", &features);
    }

    /// Opens an address and waits until the page has loaded.
    pub fn open(&mut self, address: &str) {
        let opened = self.call("Page.navigate", &json!({"url": address}));
        assert!(opened["errorText"].is_null(), "cannot open {address}: {opened}");
        self.wait_for("document.readyState === 'complete' && location.href !== 'about:blank'");
    }

    /// The value of a JavaScript expression; a promise is waited for.
    pub fn value(&mut self, expression: &str) -> Value {
        let parameters = json!({"expression": expression, "awaitPromise": true, "returnByValue": true, "userGesture": true});
        let result = self.call("Runtime.evaluate", &parameters);
        let failed = &result["exceptionDetails"];
        assert!(failed.is_null(), "{expression}\n{}", failed["exception"]["description"]);
        result["result"]["value"].clone()
    }

    /// Waits until an expression is true; one that fails meanwhile, as while a page loads, is not.
    pub fn wait_for(&mut self, expression: &str) {
        let started = Instant::now();
        loop {
            let parameters = json!({"expression": expression, "awaitPromise": true, "returnByValue": true});
            let value = self.pipe.try_call(&self.session, "Runtime.evaluate", &parameters);
            if value.is_ok_and(|value| value["result"]["value"] == true) {
                return;
            }
            if started.elapsed() > PATIENCE {
                let text = self.value("document.body.innerText.slice(0, 2000)");
                panic!("this does not become true: {expression}\nthe page shows: {text}");
            }
            std::thread::sleep(PAUSE);
        }
    }

    /// Presses a key: a letter or a name such as `Enter`.
    pub fn press(&mut self, key: &str) {
        let text = match key {
            "Enter" => "\r",
            one if one.chars().count() == 1 => one,
            _ => "",
        };
        for kind in ["keyDown", "keyUp"] {
            let mut event = json!({"type": kind, "key": key});
            if kind == "keyDown" && !text.is_empty() {
                event["text"] = text.into();
            }
            if key == "Enter" {
                event["windowsVirtualKeyCode"] = 13.into();
            }
            self.call("Input.dispatchKeyEvent", &event);
        }
    }

    /// Types a text into the element that has the focus.
    pub fn type_text(&mut self, text: &str) {
        self.call("Input.insertText", &json!({"text": text}));
    }

    /// A picture of the window as PNG; of the whole page where `is_whole`.
    pub fn screenshot(&mut self, is_whole: bool) -> Vec<u8> {
        let parameters = json!({"format": "png", "captureBeyondViewport": is_whole});
        let picture = self.call("Page.captureScreenshot", &parameters);
        let text = picture["data"].as_str().unwrap_or_default();
        BASE64_STANDARD.decode(text).expect("a picture is base64")
    }

    /// What pages reported since the last call: exceptions, refused resources, policy violations.
    pub fn complaints(&mut self) -> Vec<String> {
        // What was reported before this call has arrived when it is answered.
        self.value("1");
        let mut complaints = Vec::new();
        for event in self.pipe.take_events() {
            let parameters = &event["params"];
            match event["method"].as_str() {
                Some("Runtime.exceptionThrown") => {
                    complaints.push(parameters["exceptionDetails"].to_string());
                }
                Some("Log.entryAdded") if parameters["entry"]["level"] == "error" => {
                    complaints.push(parameters["entry"].to_string());
                }
                _ => {}
            }
        }
        complaints
    }

    fn call(&mut self, method: &str, parameters: &Value) -> Value {
        self.pipe.call(&self.session, method, parameters)
    }
}

#[cfg(test)]
mod tests {
    use super::Browser;

    #[test]
    #[ignore = "needs a Chromium; `cargo xtask test` looks for one"]
    fn a_script_runs_in_a_browser() {
        let mut browser = Browser::start();
        browser.open("data:text/html,<title>x</title><p id=p>7</p><script>throw Error('odd')</script>");
        assert_eq!(browser.value("Number(document.getElementById('p').textContent) * 6"), 42);
        assert!(browser.complaints().iter().any(|one| one.contains("odd")));
        assert!(browser.screenshot(false).starts_with(b"\x89PNG"));
    }
}
