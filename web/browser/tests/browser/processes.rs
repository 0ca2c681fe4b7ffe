//! The processes that a test needs, each ended by its own id.

use std::env;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{Ipv4Addr, SocketAddr, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdout, Command, Stdio};
use std::sync::OnceLock;
use std::time::Duration;

use serde_json::Value;

/// How long the driver may take to close its browsers.
const SHUTDOWN_MAX: Duration = Duration::from_secs(10);

/// A running program that says on its first lines where it listens.
struct Listening {
    child: Child,
    /// Kept open: the program may go on writing.
    stdout: BufReader<ChildStdout>,
    port: u16,
}

impl Listening {
    /// Starts `command` and reads on until `port_of` finds a port in a line.
    fn start(mut command: Command, port_of: impl Fn(&str) -> Option<u16>) -> Self {
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut child = command.spawn().unwrap_or_else(|error| panic!("{command:?}: {error}"));
        let stdout = BufReader::new(child.stdout.take().expect("it is piped"));
        // From here on its Drop ends the child, whatever happens.
        let mut listening = Self { child, stdout, port: 0 };
        let mut said = String::new();
        while listening.port == 0 {
            let before = said.len();
            let read = listening.stdout.read_line(&mut said).unwrap_or(0);
            assert!(read > 0, "{command:?} ended before it listened:\n{said}");
            listening.port = port_of(&said[before..]).unwrap_or(0);
        }
        listening
    }
}

impl Drop for Listening {
    fn drop(&mut self) {
        // It may have ended by itself; either way nothing is left to wait for.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A workbook of this build.
pub struct Workbook {
    running: Option<Listening>,
    /// Where it reads the learner's files.
    folder: PathBuf,
    port: u16,
}

impl Workbook {
    /// At any free port, started in `folder`.
    pub fn start(folder: &Path) -> Self {
        let mut workbook = Self { running: None, folder: folder.to_owned(), port: 0 };
        workbook.start_again();
        workbook
    }

    /// At the same port as before, if it ever ran.
    pub fn start_again(&mut self) {
        let mut command = Command::new(breakwater());
        command.args(["--port", &self.port.to_string()]).current_dir(&self.folder);
        let running = Listening::start(command, |line| {
            line.split_once("http://127.0.0.1:")?.1.trim().parse().ok()
        });
        assert!(self.port == 0 || self.port == running.port, "its port was taken meanwhile");
        self.port = running.port;
        self.running = Some(running);
    }

    /// Kills it, as a crash would.
    pub fn kill(&mut self) {
        self.running = None;
    }

    /// `http://127.0.0.1:PORT`, an origin.
    pub fn origin(&self) -> String {
        format!("http://127.0.0.1:{}", self.port)
    }
}

/// The root of this workspace.
pub fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).expect("web/browser is below it")
}

/// The program: `BREAKWATER` names one, else it is built on first use.
fn breakwater() -> &'static PathBuf {
    static BUILT: OnceLock<PathBuf> = OnceLock::new();
    BUILT.get_or_init(|| env::var_os("BREAKWATER").map_or_else(build, PathBuf::from))
}

fn build() -> PathBuf {
    let mut build = Command::new(env!("CARGO"));
    build.args(["build", "--package", "web", "--message-format", "json"]);
    let built = build.stderr(Stdio::inherit()).output().expect("cargo runs");
    assert!(built.status.success(), "the workbook does not build");
    let messages = String::from_utf8(built.stdout).expect("JSON is UTF-8");
    let found = messages.lines().find_map(|line| {
        let message: Value = serde_json::from_str(line).ok()?;
        message["executable"].as_str().map(PathBuf::from)
    });
    found.expect("cargo names the program that it built")
}

/// A driver, which owns the browsers that it starts.
pub struct Driver {
    running: Listening,
}

impl Driver {
    /// At any free port.
    pub fn start() -> Self {
        let program = env::var_os("CHROMEDRIVER").unwrap_or_else(|| "chromedriver".into());
        let mut command = Command::new(program);
        command.arg("--port=0");
        let running = Listening::start(command, |line| {
            line.split_once("started successfully on port ")?
                .1
                .trim()
                .trim_end_matches('.')
                .parse()
                .ok()
        });
        Self { running }
    }

    /// Where it takes commands.
    pub fn url(&self) -> String {
        format!("http://127.0.0.1:{}", self.running.port)
    }

    /// Asks it to end its browsers, and waits until it has.
    fn shut_down(&self) -> std::io::Result<()> {
        let at = SocketAddr::from((Ipv4Addr::LOCALHOST, self.running.port));
        let mut stream = TcpStream::connect(at)?;
        stream.set_read_timeout(Some(SHUTDOWN_MAX))?;
        stream
            .write_all(b"GET /shutdown HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")?;
        stream.read_to_end(&mut Vec::new()).map(drop)
    }
}

impl Drop for Driver {
    /// A driver that is only killed leaves its browsers behind.
    fn drop(&mut self) {
        // After it, the process is killed all the same.
        let _ = self.shut_down();
    }
}
