//! The pages as a person uses them: a real Chromium, a real server, a real index. `cargo xtask test`
//! runs this where there is a Chromium and reports where there is none.

use crate::support::Fixture;
use crate::support::server::Server;
use fathom_browser::Browser;
use serde_json::json;

/// A server with a registered repository, and a browser.
struct Visit {
    server: Server,
    browser: Browser,
}

impl Visit {
    fn to(fixture: &Fixture) -> Visit {
        let (server, _) = Server::with(fixture);
        Visit { server, browser: Browser::start() }
    }

    fn open(&mut self, path: &str) {
        self.browser.open(&format!("http://{}{path}", self.server.address));
    }

    /// Waits for an expression to be true.
    fn expect(&mut self, expression: &str) {
        self.browser.wait_for(expression);
    }

    /// No script failed, and the policy refused nothing.
    fn end(mut self) {
        assert_eq!(self.browser.complaints(), Vec::<String>::new());
    }
}

/// A repository with two commits, two branches, and markup in its names and docs.
fn repository() -> Fixture {
    let fixture = Fixture::courier();
    fixture.git(&["checkout", "--quiet", "-b", "work"]);
    fixture.replace(
        "courier/retry.py",
        "return self.pause * 2 ** attempt",
        "return self.pause * 3 ** attempt",
    );
    fixture.commit("Wait longer <b>each</b> time");
    fixture
}

#[test]
#[ignore = "needs a Chromium; `cargo xtask test` looks for one"]
fn a_task_is_asked_judged_and_copied_in_a_browser() {
    let fixture = repository();
    let mut visit = Visit::to(&fixture);
    visit.open("/w/repo/ask");
    visit.browser.type_text("retry failed requests");
    visit.browser.value("document.querySelector('form.ask').requestSubmit()");
    visit.expect("document.querySelectorAll('.result').length > 2");
    visit.expect("document.querySelectorAll('.result .hk').length > 3");
    visit.expect("document.querySelectorAll('.reasons li').length > 2");
    visit.expect("[...document.querySelectorAll('.code a.ref')].some((a) => a.textContent === 'delay')");
    visit.expect("document.querySelector('.tokens').innerText.includes('of 8,000 tokens')");

    // The slider is a new question.
    visit.browser.value("slider.value = 1500; slider.dispatchEvent(new Event('input')); slider.dispatchEvent(new Event('change'))");
    visit.expect("location.search.includes('budget=1500') && document.querySelector('.tokens').innerText.includes('of 1,500 tokens')");

    // A verdict is recorded without leaving the page, and is there after a reload.
    visit.browser.value("document.querySelector('.verdict button[value=used]').click()");
    visit.expect(
        "document.querySelector('.verdict button[value=used]').getAttribute('aria-pressed') === 'true'",
    );
    let list = visit.server.post("/api/v1/feedback", &json!({"workspace": "repo", "action": "list"})).json();
    assert_eq!(list["feedback"][0]["verdict"], "used", "{list}");
    visit.browser.value("location.reload()");
    visit.expect("document.readyState === 'complete' && document.querySelectorAll('.verdict [aria-pressed=true]').length === 1");

    visit.browser.value("document.querySelector('[data-copy=prompt]').click()");
    visit.expect("navigator.clipboard.readText().then((text) => text === document.getElementById('prompt').textContent)");
    visit.browser.value("document.querySelector('.result footer a').click()");
    visit.expect(
        "location.pathname.endsWith('/explain') && document.querySelectorAll('svg.change').length > 3",
    );
    visit.end();
}

#[test]
#[ignore = "needs a Chromium; `cargo xtask test` looks for one"]
fn the_keyboard_is_enough_in_a_browser() {
    let fixture = repository();
    let mut visit = Visit::to(&fixture);
    visit.open("/w/repo/browse/");
    visit.browser.press("/");
    visit.expect("document.activeElement.id === 'search'");
    visit.browser.type_text("RetryPol");
    visit.expect(
        "!document.getElementById('quick').hidden && document.querySelectorAll('#quick a.item').length > 0",
    );
    visit.browser.press("ArrowDown");
    visit.expect("document.activeElement.matches('#quick a.item')");
    visit.browser.press("Enter");
    visit.expect("location.pathname.endsWith('/symbol') && document.title.includes('RetryPolicy')");
    visit.browser.press("?");
    visit.expect("document.getElementById('keys').open");
    visit.browser.press("?");
    visit.expect("!document.getElementById('keys').open");
    visit.browser.press("j");
    visit.expect("document.activeElement.matches('#main a.item')");
    visit.browser.press("a");
    visit.expect("location.pathname.endsWith('/ask')");
    visit.end();
}

#[test]
#[ignore = "needs a Chromium; `cargo xtask test` looks for one"]
fn lines_are_chosen_copied_and_linked_for_ever_in_a_browser() {
    let fixture = repository();
    let mut visit = Visit::to(&fixture);
    visit.open("/w/repo/browse/courier/retry.py");
    visit.expect("document.querySelectorAll('.tree [aria-current]').length === 1");
    visit.browser.value("document.querySelector('#L17 > .number').click()");
    visit.expect("location.hash === '#L17'");
    visit.browser.value("document.querySelector('#L19 > .number').dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, shiftKey: true }))");
    visit.expect("location.hash === '#L17-L19' && document.querySelectorAll('.line.chosen').length === 3");
    visit.browser.value("document.querySelector('[data-lines=code]').click()");
    visit.expect("navigator.clipboard.readText().then((text) => text.split('\\n').length === 4)");
    visit.browser.value("document.querySelector('[data-lines=path]').click()");
    visit.expect("navigator.clipboard.readText().then((text) => text === 'courier/retry.py:17-19')");
    visit.browser.press("y");
    visit.expect("/\\?commit=[0-9a-f]{40}#L17-L19$/.test(location.href)");
    let address = visit.browser.value("location.href").as_str().unwrap().to_owned();
    fixture.replace("courier/retry.py", "3 ** attempt", "4 ** attempt");
    fixture.commit("Wait even longer");
    // The link still shows what it showed.
    visit.browser.open("about:blank#");
    visit.browser.open(&address);
    visit.expect("document.body.innerText.includes('3 ** attempt') && document.querySelectorAll('.line.chosen').length === 3");
    visit.open("/w/repo/browse/courier/retry.py");
    visit.expect("document.body.innerText.includes('4 ** attempt')");
    visit.end();
}

#[test]
#[ignore = "needs a Chromium; `cargo xtask test` looks for one"]
fn a_symbol_is_walked_to_its_neighbours_in_a_browser() {
    let fixture = repository();
    let mut visit = Visit::to(&fixture);
    visit.open("/w/repo/symbol?id=RetryPolicy.delay");
    visit.expect("document.querySelectorAll('svg.graph a.node').length >= 2");
    visit.expect("document.querySelector('.changes').innerText.includes('Wait longer <b>each</b> time')");
    visit.expect("document.querySelector('aside').innerText.includes('test_failed_requests_are_retried')");
    visit.expect(
        "document.querySelector('.relations').innerText.includes('time.sleep(policy.delay(attempt))')",
    );
    visit.browser.value("[...document.querySelectorAll('svg.graph a.node')].find((a) => a.textContent.includes('with_retries')).dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }))");
    visit.expect("document.title.startsWith('with_retries')");
    visit.open("/w/repo/impact?since=main");
    visit.expect("document.body.innerText.includes('RetryPolicy.delay') && document.body.innerText.includes('test_failed_requests_are_retried')");
    visit.end();
}

#[test]
#[ignore = "needs a Chromium; `cargo xtask test` looks for one"]
fn a_repository_is_added_with_its_progress_in_a_browser() {
    let fixture = repository();
    let mut visit = Visit { server: Server::start(&fixture, &[], &[]), browser: Browser::start() };
    visit.open("/");
    visit.browser.value(&format!("root.value = {}; add.requestSubmit()", json!(fixture.root())));
    visit.expect("document.readyState === 'complete' && document.querySelectorAll('li.card').length === 1");
    visit.expect("document.querySelector('.figures').innerText.includes('symbols')");
    visit.browser.value("root.value = '/nowhere'; add.requestSubmit()");
    visit.expect("document.getElementById('progress').textContent.includes('outside the allowed roots')");
    let complaints = visit.browser.complaints();
    assert!(complaints.iter().all(|one| one.contains("403")), "{complaints:?}");
}

#[test]
#[ignore = "needs a Chromium; `cargo xtask test` looks for one"]
fn no_page_is_wider_than_its_window_in_a_browser() {
    let fixture = repository();
    let mut visit = Visit::to(&fixture);
    for width in [390, 820, 1280] {
        visit.browser.resize(width, 900);
        for path in [
            "/",
            "/w/repo/ask",
            "/w/repo/ask?q=retry+failed+requests",
            "/w/repo/explain?q=retry+failed+requests&symbol=with_retries",
            "/w/repo/search?q=retry",
            "/w/repo/browse/",
            "/w/repo/browse/courier/client.py",
            "/w/repo/symbol?id=with_retries",
            "/w/repo/impact?node=with_retries",
            "/w/repo/benchmarks",
            "/w/repo/none",
        ] {
            visit.open(path);
            let width_of_page = visit.browser.value("document.documentElement.scrollWidth");
            assert!(
                width_of_page.as_u64().unwrap() <= u64::from(width),
                "{path} at {width}: {width_of_page}"
            );
        }
    }
    let complaints = visit.browser.complaints();
    assert!(complaints.iter().all(|one| one.contains("404")), "{complaints:?}");
}
