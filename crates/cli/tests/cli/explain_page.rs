//! The page of `explain`, driven by the keyboard in the Chromium that the variable `CHROMIUM` names, as CI sets it.

use std::process::{Command, Stdio};

use crate::common::Folder;

const PUZZLE: &str = "9......6...5.....267...5....9.13.......5.97..4..78.3.....91..7..3..6.1.4.6...8.2.";

/// A script added to the page. It presses keys, and records the text and shapes that a person sees and hears after each.
const DRIVER: &str = r##"
<script>
const states = [];
const record = (key) => {
  const shown = (selector) => [...document.querySelectorAll(selector)].filter((one) => one.getClientRects().length > 0);
  states.push({
    key,
    hash: location.hash,
    heading: shown("article.step h2").map((heading) => heading.innerText.trim()),
    where: document.getElementById("where").textContent,
    spoken: document.getElementById("said").textContent,
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
  record(key);
};
record("start");
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
record("click on " + document.activeElement.id);
document.querySelector('.list a[data-view="27"]').click();
record("click on a link");
document.querySelector('.bar[data-view="2"]').dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }));
record("click on a bar");
const tabbable = [...document.querySelectorAll("a[href], button, summary")].filter((one) => one.getClientRects().length > 0);
const result = document.createElement("pre");
result.id = "result";
result.textContent = JSON.stringify({
  states,
  tabbable: tabbable.slice(0, 5).map((one) => one.id || one.getAttribute("href")),
  unnamed: tabbable.filter((one) => !(one.getAttribute("aria-label") || one.innerText.trim())).length,
  wide: document.documentElement.scrollWidth > document.documentElement.clientWidth,
});
document.body.append(result);
</script>
"##;

#[test]
fn the_page_is_driven_by_the_keyboard() {
    let folder = Folder::new();
    folder.run(&format!("explain {PUZZLE} --out page.html")).fine();
    let page = folder.read("page.html");
    for id in ["first", "previous", "next", "last", "where", "said"] {
        assert_eq!(page.matches(&format!("id=\"{id}\"")).count(), 1, "{id}");
    }
    let Some(browser) = std::env::var_os("CHROMIUM") else {
        return eprintln!("CHROMIUM names no browser: only the structure of the page was checked");
    };
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
        let (_, result) = dom.split_once("<pre id=\"result\">").unwrap_or_else(|| {
            panic!("{}: the page did not run: {}", browser.display(), String::from_utf8_lossy(&output.stderr))
        });
        let (result, _) = result.split_once("</pre>").unwrap();
        let result = result.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&");
        check(&serde_json::from_str(&result).unwrap());
    }
}

/// The paper shows all steps, and no page without text.
#[test]
fn a_printed_page_has_every_step() {
    let folder = Folder::new();
    for (options, steps) in [("", 1..=55), ("--steps 3", 1..=3), ("--step 28", 28..=28)] {
        folder.run(&format!("explain {PUZZLE} {options} --force --out page.html")).fine();
        let Some(browser) = std::env::var_os("CHROMIUM") else {
            assert!(folder.read("page.html").contains("@media print"));
            return eprintln!("CHROMIUM names no browser: the page was not printed");
        };
        let output = Command::new(&browser)
            .args(["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"])
            .args(["--disable-background-networking", "--disable-component-update", "--disable-sync"])
            .args(["--no-pdf-header-footer", &format!("--user-data-dir={}", folder.path("profile").display())])
            .arg(format!("--print-to-pdf={}", folder.path("page.pdf").display()))
            .arg(format!("file://{}#2", folder.path("page.html").display()))
            .stdin(Stdio::null())
            .output()
            .unwrap();
        let file = std::fs::read(folder.path("page.pdf"));
        let file = file.unwrap_or_else(|error| panic!("{error}: {}", String::from_utf8_lossy(&output.stderr)));
        let document = lopdf::Document::load_mem(&file).unwrap();
        let letters = |page: u32| document.extract_text(&[page]).unwrap().replace(char::is_whitespace, "");
        let pages: Vec<String> = document.get_pages().into_keys().map(letters).collect();
        assert!(pages.iter().all(|page| page.len() > 40), "{pages:#?}");
        let text = pages.concat();
        for step in steps.clone() {
            assert!(text.contains(&format!("Step{step}:")), "step {step}: {text}");
        }
        assert!(!text.contains(&format!("Step{}:", steps.end() + 1)), "{text}");
        assert_eq!(text.contains("Sofar"), options == "--steps 3", "what follows one step is not told: {text}");
    }
}

fn check(result: &serde_json::Value) {
    let states = result["states"].as_array().unwrap();
    let hashes: Vec<&str> = states.iter().map(|state| state["hash"].as_str().unwrap()).collect();
    assert_eq!(hashes[..8], ["#1", "#2", "#1", "#1", "#end", "#end", "#55", "#1"]);
    assert_eq!(hashes[8..35], (2..=28).map(|step| format!("#{step}")).collect::<Vec<_>>());
    assert_eq!(hashes[35..], ["#29", "#30", "#28", "#3"]);
    for state in states {
        // One step at a time is visible: its text, its place in the list, its bar.
        assert_eq!(state["heading"].as_array().unwrap().len(), 1, "{state}");
        assert_eq!(state["listed"].as_array().unwrap().len(), 1, "{state}");
        assert_eq!(state["bars"], if state["hash"] == "#end" { 0 } else { 1 }, "{state}");
        assert_eq!(state["scrolled"], 0, "the page stays where it is: {state}");
        let heading = state["heading"][0].as_str().unwrap();
        assert!(state["spoken"].as_str().unwrap().starts_with(heading), "{state}");
    }
    let start = &states[0];
    assert_eq!(start["where"], "1 of 55");
    assert_eq!(start["heading"][0], "Step 1: Hidden Single 1.2");
    assert_eq!(start["digits"], 27);
    assert_eq!(states[1]["digits"], 28, "a step later a cell more is filled");
    let end = &states[4];
    assert_eq!((&end["digits"], &end["marks"], &end["where"]), (&81.into(), &0.into(), &"End".into()));
    // The chain: its links, its elimination, and the text for screen readers.
    let chain = &states[34];
    assert_eq!(chain["heading"][0], "Step 28: Forcing Chain (turbot fish) 6.6");
    assert_eq!((&chain["strong"], &chain["weak"], &chain["gone"]), (&2.into(), &3.into(), &1.into()));
    assert_eq!(chain["listed"][0], "r4c1<>5");
    assert!(chain["spoken"].as_str().unwrap().ends_with("So the assumption is false: r4c1 is not 5."), "{chain}");
    // The candidate that it eliminates is visible, and gone a step later.
    let marks = |state: usize| states[state]["marks"].as_u64().unwrap();
    assert_eq!(marks(35), marks(34) - 1);
    // Tab reaches the buttons in their order, then the rest. Every control has a name, and the page is no wider than the window.
    assert_eq!(result["tabbable"], serde_json::json!(["first", "previous", "next", "last", "#step-1"]));
    assert_eq!((&result["unnamed"], &result["wide"]), (&0.into(), &false.into()));
}
