//! A headless Chromium, driven over the pipe of its own debugging protocol: no driver, no port, no other crate.

use std::io::{BufRead as _, BufReader, Write as _};
use std::path::PathBuf;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

/// How long a page may take.
const PATIENCE: Duration = Duration::from_secs(20);

/// Runs a test in a browser, on a thread where it may block. Without Chromium the test says so and is skipped, unless
/// `BROWSER_REQUIRED` is set.
pub async fn in_browser(name: &'static str, test: impl FnOnce(&mut Browser) + Send + 'static) {
    let run = move || {
        if let Some(mut browser) = Browser::start(name) {
            test(&mut browser);
        } else {
            assert!(std::env::var_os("BROWSER_REQUIRED").is_none(), "there is no Chromium");
            println!("skipped: there is no Chromium (apt-get install chromium)");
        }
    };
    tokio::task::spawn_blocking(run).await.unwrap();
}

/// A browser with one page.
pub struct Browser {
    process: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
    session: Option<String>,
    sent: u64,
    profile: PathBuf,
}

impl Browser {
    /// Starts one with a profile of its own, for which every name that ends with `.test` leads to this machine; `None` if there
    /// is no Chromium.
    pub fn start(name: &str) -> Option<Self> {
        let names = ["chromium", "chromium-browser", "google-chrome"];
        let found =
            |name: &&&str| Command::new(name).arg("--version").output().is_ok_and(|output| output.status.success());
        let program = names.iter().find(found)?;
        let profile =
            PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("chromium-{name}-{}", std::process::id()));
        let mut process = Command::new("sh")
            // The browser reads commands from descriptor 3 and responds on 4.
            .args(["-c", "exec \"$0\" \"$@\" 3<&0 4>&1 </dev/null >/dev/null 2>&1", program])
            .args(["--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run"])
            .args(["--remote-debugging-pipe", "--window-size=1100,900"])
            .arg("--host-resolver-rules=MAP *.test 127.0.0.1")
            .arg(format!("--user-data-dir={}", profile.display()))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let (input, output) = (process.stdin.take().unwrap(), BufReader::new(process.stdout.take().unwrap()));
        let mut browser = Self { process, input, output, session: None, sent: 0, profile };
        let target = browser.send("Target.createTarget", &json!({ "url": "about:blank" }));
        let attached =
            browser.send("Target.attachToTarget", &json!({ "targetId": target["targetId"], "flatten": true }));
        browser.session = Some(attached["sessionId"].as_str().unwrap().to_owned());
        Some(browser)
    }

    /// Sends a command and waits for its result.
    pub fn send(&mut self, method: &str, parameters: &Value) -> Value {
        self.ask(method, parameters).unwrap_or_else(|refusal| panic!("{method}: {refusal}"))
    }

    /// Sends a command and waits for its result, or for the browser's refusal.
    fn ask(&mut self, method: &str, parameters: &Value) -> Result<Value, Value> {
        self.sent += 1;
        let mut command = json!({ "id": self.sent, "method": method, "params": parameters });
        if let Some(session) = &self.session {
            command["sessionId"] = json!(session);
        }
        let mut bytes = serde_json::to_vec(&command).unwrap();
        bytes.push(0);
        self.input.write_all(&bytes).unwrap();
        loop {
            let mut message = Vec::new();
            let length = self.output.read_until(0, &mut message).unwrap();
            assert!(length > 0, "the browser ended");
            message.pop();
            let message: Value = serde_json::from_slice(&message).unwrap();
            if message["id"] == json!(self.sent) {
                return if message["error"].is_null() {
                    Ok(message["result"].clone())
                } else {
                    Err(message["error"].clone())
                };
            }
        }
    }

    /// The value of a JavaScript expression on the page.
    pub fn evaluate(&mut self, expression: &str) -> Value {
        self.ask_page(expression).unwrap_or_else(|refusal| panic!("{expression}: {refusal}"))
    }

    /// The value of an expression, or the browser's refusal: a page that is just being replaced returns nothing.
    fn ask_page(&mut self, expression: &str) -> Result<Value, Value> {
        let result = self.ask("Runtime.evaluate", &json!({ "expression": expression, "returnByValue": true }))?;
        assert!(result["exceptionDetails"].is_null(), "{expression}: {}", result["exceptionDetails"]);
        Ok(result["result"]["value"].clone())
    }

    /// Opens an address and waits until it is there.
    pub fn open(&mut self, address: &str) {
        self.send("Page.navigate", &json!({ "url": address }));
        self.wait_for(&format!("location.href === {} && document.readyState === 'complete'", json!(address)));
    }

    /// Waits until a JavaScript condition holds. A page on its way to another one holds nothing yet.
    pub fn wait_for(&mut self, condition: &str) {
        let start = Instant::now();
        loop {
            let response = self.ask_page(condition);
            if response == Ok(json!(true)) {
                return;
            }
            assert!(start.elapsed() < PATIENCE, "{condition} does not hold: {response:?}");
            std::thread::sleep(Duration::from_millis(50));
        }
    }

    /// Presses a key as a person does.
    pub fn press(&mut self, key: &str, code: u32, text: &str) {
        let down = json!({ "type": "keyDown", "key": key, "code": key, "windowsVirtualKeyCode": code, "text": text });
        self.send("Input.dispatchKeyEvent", &down);
        let up = json!({ "type": "keyUp", "key": key, "code": key, "windowsVirtualKeyCode": code });
        self.send("Input.dispatchKeyEvent", &up);
    }

    /// Puts the focus on what a selector finds and types a text.
    pub fn type_into(&mut self, selector: &str, text: &str) {
        let selector = json!(selector);
        self.wait_for(&format!(
            "document.querySelector({selector}).focus() || document.activeElement.matches({selector})"
        ));
        self.send("Input.insertText", &json!({ "text": text }));
    }

    /// Whether pages are shown in dark colours.
    pub fn prefer(&mut self, scheme: &str) {
        let features = json!([{ "name": "prefers-color-scheme", "value": scheme }]);
        self.send("Emulation.setEmulatedMedia", &json!({ "features": features }));
    }

    /// Takes a picture of the whole page, as PNG, into a file of that name in the tests' own folder.
    pub fn picture(&mut self, name: &str) {
        let screenshot =
            self.send("Page.captureScreenshot", &json!({ "format": "png", "captureBeyondViewport": true }));
        let file = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}.png.base64"));
        std::fs::write(file, screenshot["data"].as_str().unwrap()).unwrap();
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        // A browser that is gone already is what is wanted.
        let _ = self.process.kill();
        let _ = self.process.wait();
        let _ = std::fs::remove_dir_all(&self.profile);
    }
}
