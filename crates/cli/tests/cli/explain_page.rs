//! The page of `explain` in a browser, driven by the keyboard. The test is skipped with a message if Chromium is missing or does
//! not start.

use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Stdio};

use crate::common::Folder;

const PUZZLE: &str = "9......6...5.....267...5....9.13.......5.97..4..78.3.....91..7..3..6.1.4.6...8.2.";

/// A browser, from `CHROMIUM` or from the path.
fn browser() -> Option<PathBuf> {
    if let Some(named) = std::env::var_os("CHROMIUM") {
        return Some(named.into());
    }
    let folders: Vec<PathBuf> = std::env::split_paths(&std::env::var_os("PATH")?).collect();
    let names = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome"];
    names.iter().flat_map(|name| folders.iter().map(move |folder| folder.join(name))).find(|path| path.is_file())
}

/// The script that is added to the page: it presses keys, and records what is shown and announced after each.
const DRIVER: &str = r##"
<script>
const seen = [];
const look = (key) => {
  const shown = (selector) => [...document.querySelectorAll(selector)].filter((one) => one.getClientRects().length > 0);
  seen.push({
    key,
    hash: location.hash,
    heading: shown("article.step h2").map((heading) => heading.innerText.trim()),
    where: document.getElementById("where").textContent,
    said: document.getElementById("said").textContent,
    listed: shown(".list a[aria-current]").map((link) => link.querySelector(".follows")?.innerText ?? "end"),
    bars: document.querySelectorAll(".bar.current").length,
    digits: shown(".grid .value").length,
    marks: shown(".grid .mark").length,
    strong: shown(".grid .of-step .strong").length,
    weak: shown(".grid .of-step .weak").length,
    gone: shown(".grid .of-step .stroke").length,
    scrolled: window.scrollY,
  });
};
const press = (key, target = document.body) => {
  target.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
  look(key);
};
look("start");
press("ArrowRight");
press("ArrowLeft");
press("ArrowLeft");
press("End");
press("ArrowRight");
press("ArrowLeft");
press("Home");
for (let step = 0; step < 27; step++) press("ArrowRight");
// From a button, too: the focus stays where it is.
document.getElementById("next").focus();
press("ArrowRight", document.activeElement);
document.activeElement.click();
look("click on " + document.activeElement.id);
document.querySelector('.list a[data-view="27"]').click();
look("click on a link");
document.querySelector('.bar[data-view="2"]').dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }));
look("click on a bar");
const tabbable = [...document.querySelectorAll("a[href], button, summary")].filter((one) => one.getClientRects().length > 0);
const result = document.createElement("pre");
result.id = "result";
result.textContent = JSON.stringify({
  seen,
  tabbable: tabbable.slice(0, 5).map((one) => one.id || one.getAttribute("href")),
  unnamed: tabbable.filter((one) => !(one.getAttribute("aria-label") || one.innerText.trim())).length,
  wide: document.documentElement.scrollWidth > document.documentElement.clientWidth,
});
document.body.append(result);
</script>
"##;

/// Prints a message that the test harness does not capture.
fn skip(why: &str) {
    let _ = writeln!(std::io::stderr(), "\nSKIPPED the_page_is_driven_by_the_keyboard: {why}");
}

#[test]
fn the_page_is_driven_by_the_keyboard() {
    let Some(browser) = browser() else {
        return skip("no Chromium in PATH, and CHROMIUM names none");
    };
    let folder = Folder::new();
    folder.run(&format!("explain {PUZZLE} --out page.html")).fine();
    let page = folder.read("page.html");
    let (page, end) = page.rsplit_once("</body>").unwrap();
    folder.write("driven.html", format!("{page}{DRIVER}</body>{end}"));

    for width in [390, 1200] {
        let profile = folder.path(&format!("profile-{width}"));
        let output = Command::new(&browser)
            .args(["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"])
            .args(["--disable-background-networking", "--disable-component-update", "--disable-sync"])
            .arg(format!("--user-data-dir={}", profile.display()))
            .arg(format!("--window-size={width},900"))
            .args(["--dump-dom", &format!("file://{}", folder.path("driven.html").display())])
            .stdin(Stdio::null())
            .output()
            .unwrap();
        let dom = String::from_utf8_lossy(&output.stdout);
        if dom.is_empty() && std::env::var_os("CHROMIUM").is_none() {
            return skip(&format!("{} shows nothing: {}", browser.display(), String::from_utf8_lossy(&output.stderr)));
        }
        let (_, result) = dom.split_once("<pre id=\"result\">").unwrap_or_else(|| {
            panic!("{}: the page did not run: {}", browser.display(), String::from_utf8_lossy(&output.stderr))
        });
        let (result, _) = result.split_once("</pre>").unwrap();
        let result = result.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&");
        check(&serde_json::from_str(&result).unwrap());
    }
}

fn check(result: &serde_json::Value) {
    let seen = result["seen"].as_array().unwrap();
    let hashes: Vec<&str> = seen.iter().map(|look| look["hash"].as_str().unwrap()).collect();
    assert_eq!(hashes[..8], ["#1", "#2", "#1", "#1", "#end", "#end", "#55", "#1"]);
    assert_eq!(hashes[8..35], (2..=28).map(|step| format!("#{step}")).collect::<Vec<_>>());
    assert_eq!(hashes[35..], ["#29", "#30", "#28", "#3"]);
    for look in seen {
        // One step at a time: its words, its place in the list, its bar.
        assert_eq!(look["heading"].as_array().unwrap().len(), 1, "{look}");
        assert_eq!(look["listed"].as_array().unwrap().len(), 1, "{look}");
        assert_eq!(look["bars"], if look["hash"] == "#end" { 0 } else { 1 }, "{look}");
        assert_eq!(look["scrolled"], 0, "the page stays where it is: {look}");
        let heading = look["heading"][0].as_str().unwrap();
        assert!(look["said"].as_str().unwrap().starts_with(heading), "{look}");
    }
    let start = &seen[0];
    assert_eq!(start["where"], "1 of 55");
    assert_eq!(start["heading"][0], "Step 1: Hidden Single 1.2");
    assert_eq!(start["digits"], 27);
    assert_eq!(seen[1]["digits"], 28, "a step later a cell more is filled");
    let end = &seen[4];
    assert_eq!((&end["digits"], &end["marks"], &end["where"]), (&81.into(), &0.into(), &"End".into()));
    // The chain: its links, its eliminations, and the text for screen readers.
    let chain = &seen[34];
    assert_eq!(chain["heading"][0], "Step 28: Forcing Chain (turbot fish) 6.6");
    assert_eq!((&chain["strong"], &chain["weak"], &chain["gone"]), (&2.into(), &3.into(), &1.into()));
    assert_eq!(chain["listed"][0], "r4c1<>5");
    assert!(chain["said"].as_str().unwrap().ends_with("So that was wrong: r4c1 is not 5."), "{chain}");
    // The eliminated candidate is shown, and missing one step later.
    let marks = |look: usize| seen[look]["marks"].as_u64().unwrap();
    assert_eq!(marks(35), marks(34) - 1);
    // Tab reaches the buttons in their order, then the rest. Everything has a name, and nothing overflows.
    assert_eq!(result["tabbable"], serde_json::json!(["first", "previous", "next", "last", "#step-1"]));
    assert_eq!((&result["unnamed"], &result["wide"]), (&0.into(), &false.into()));
}
