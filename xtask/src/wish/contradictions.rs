//! Contradictions among wishes: what can be known not to come true before any work is done. (What the generator sees to,
//! it checks itself.)

use minirow_core::PatternSymmetry;
use minirow_gen::Sampling;
use minirow_grade::{Rating, TECHNIQUES, Technique};

use super::values::Ratings;
use super::wishes::{Search, Wishes};

/// The ratings that ER may have.
///
/// # Errors
/// Why no puzzle can be as it is wished for.
pub(super) fn check(wishes: &Wishes) -> Result<Ratings, String> {
    let er = er(wishes)?;
    pattern(wishes)?;
    sampling(wishes)?;
    parts_of_er(wishes, &er)?;
    techniques(wishes, &er)?;
    steps(wishes)?;
    digits(wishes)?;
    Ok(er)
}

fn er(wishes: &Wishes) -> Result<Ratings, String> {
    let wanted = wishes.er.clone().unwrap_or_else(Ratings::all);
    let Some(level) = wishes.level else { return Ok(wanted) };
    let of_level = Ratings::from(&level.range());
    wanted.and(&of_level).ok_or_else(|| format!("no puzzle of the level {level} has a rating in that range"))
}

/// A pattern that is filled exactly has the clues and the symmetry that it has.
fn pattern(wishes: &Wishes) -> Result<(), String> {
    let is_chosen = wishes.clues.is_some() || wishes.minimal || wishes.even || wishes.symmetry != PatternSymmetry::None;
    if wishes.exact && is_chosen {
        return Err("exact leaves no choice of clues, minimal, even or symmetry: the mask says where clues are".into());
    }
    Ok(())
}

/// A climb prefers what is close to where it began.
fn sampling(wishes: &Wishes) -> Result<(), String> {
    if wishes.sampling != Sampling::Removal && wishes.search == Search::Climb {
        return Err(format!("what is climbed to is no fair sample: sampling {} takes search sample", wishes.sampling));
    }
    Ok(())
}

/// ED is never above EP, nor EP above ER.
fn parts_of_er(wishes: &Wishes, er: &Ratings) -> Result<(), String> {
    let above = |name: &str, wanted: &Option<Ratings>, other: &str, highest: Rating| match wanted {
        Some(wanted) if wanted.lowest() > highest => {
            Err(format!("{name} is never above {other}, but is to be {wanted}, and {other} {highest} at most"))
        }
        _ => Ok(()),
    };
    above("EP", &wishes.ep, "ER", er.highest())?;
    above("ED", &wishes.ed, "ER", er.highest())?;
    match &wishes.ep {
        Some(ep) => above("ED", &wishes.ed, "EP", ep.highest()),
        None => Ok(()),
    }
}

fn techniques(wishes: &Wishes, er: &Ratings) -> Result<(), String> {
    let is_without = |technique: &Technique| wishes.without.iter().any(|named| named.0 == technique);
    for needed in wishes.needs.iter().map(|named| named.0) {
        let (slug, lowest) = (needed.slug, needed.ratings.start());
        if is_without(needed) {
            return Err(format!("{slug} is among both what is needed and what must not be"));
        }
        if lowest.tenths() > er.highest().tenths() {
            return Err(format!("{slug} is rated {lowest} at the least, and no step may be above {}", er.highest()));
        }
    }
    // The last empty cell is the only place for its digit in three houses, and nothing is asked for before that.
    if let Some(named) = wishes.without.iter().find(|named| named.0 == TECHNIQUES[0]) {
        return Err(format!("no path is without {named}: it fills the last cell"));
    }
    if er.contains(Rating::UNSOLVED) || (wishes.er.is_none() && wishes.level.is_none()) {
        return Ok(());
    }
    // ER is the rating of a step.
    let gives = |technique: &Technique, rating: Rating| Ratings::from(&technique.ratings).contains(rating);
    let is_there = |is_allowed: &dyn Fn(&Technique) -> bool| {
        TECHNIQUES.iter().any(|technique| is_allowed(technique) && er.iter().any(|rating| gives(technique, rating)))
    };
    if !is_there(&|_| true) {
        return Err(format!("no step is rated {er} (`minirow techniques` lists the ratings)"));
    }
    if !is_there(&|technique| !is_without(technique)) {
        return Err(format!("without these techniques no step is rated {er}"));
    }
    Ok(())
}

/// A step fills one cell at most.
fn steps(wishes: &Wishes) -> Result<(), String> {
    let Some(steps) = wishes.steps.as_ref().map(|steps| &steps.0) else { return Ok(()) };
    let cells = wishes.mask.map_or(81, |mask| mask.0.len());
    let most_clues = wishes.recipe().clues.map_or(81, |clues| *clues.end()).min(cells);
    let fewest_steps = 81 - most_clues;
    if *steps.end() < fewest_steps {
        return Err(format!("a puzzle with {most_clues} clues takes {fewest_steps} steps at the least"));
    }
    Ok(())
}

fn digits(wishes: &Wishes) -> Result<(), String> {
    let (with, missing) = (wishes.with_digits.unwrap_or_default().0, wishes.missing_digits.unwrap_or_default().0);
    if missing.len() > 1 {
        return Err("two digits that no clue has could be swapped in every solution: one at most can be missing".into());
    }
    if let Some(digit) = (with & missing).first() {
        return Err(format!("{digit} is among both the digits to be given and the missing ones"));
    }
    let fewest_clues = wishes.clues.as_ref().map_or(0, |clues| *clues.0.start());
    if !missing.is_empty() && fewest_clues > 72 {
        return Err("without one of the digits there are 72 clues at most".into());
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn assert_refused(wishes: &str, why: &str) {
        let wishes: Wishes = toml::from_str(wishes).unwrap();
        assert_eq!(check(&wishes).unwrap_err(), why, "{wishes:?}");
    }

    #[track_caller]
    fn assert_possible(wishes: &str, er: &str) {
        let wishes: Wishes = toml::from_str(wishes).unwrap();
        assert_eq!(check(&wishes).map(|er| er.to_string()), Ok(er.to_string()), "{wishes:?}");
    }

    #[test]
    fn ratings_that_cannot_be_together() {
        assert_refused("level = 'easy'\ner = '2.6..=3.4'", "no puzzle of the level easy has a rating in that range");
        assert_refused("er = '2.0'\nep = 2.3", "EP is never above ER, but is to be 2.3, and ER 2.0 at most");
        assert_refused(
            "level = 'easy'\ned = '1.7..=2.0'",
            "ED is never above ER, but is to be 1.7..=2.0, and ER 1.5 at most",
        );
        assert_refused("ep = '..=1.2'\ned = '1.5'", "ED is never above EP, but is to be 1.5, and EP 1.2 at most");
        assert_refused("er = 1.6", "no step is rated 1.6 (`minirow techniques` lists the ratings)");
        assert_possible("level = 'hard'\ner = '3.6..=4.4'\nep = '4.0..'\ned = '4.0..'", "3.6..=4.0");
        assert_possible("level = 'extreme'", "8.0..=20.0");
        assert_possible("", "0.0..=20.0");
    }

    #[test]
    fn techniques_that_cannot_be_needed_or_done_without() {
        assert_refused(
            "needs = 'swordfish'\nlevel = 'easy'",
            "swordfish is rated 3.8 at the least, and no step may be above 1.5",
        );
        assert_refused(
            "needs = 'x-wing'\nwithout = 'x-wing'",
            "x-wing is among both what is needed and what must not be",
        );
        assert_refused("without = 'hidden-single'", "no path is without hidden-single: it fills the last cell");
        assert_refused("without = 'swordfish'\ner = 3.8", "without these techniques no step is rated 3.8");
        assert_possible("needs = 'swordfish'\nlevel = 'hard'\nwithout = 'x-wing'", "2.6..=4.0");
        assert_possible("without = 'nishio-forcing-chain'\ner = '9.0..'", "9.0..=20.0");
    }

    #[test]
    fn a_pattern_that_is_filled_exactly() {
        let why = "exact leaves no choice of clues, minimal, even or symmetry: the mask says where clues are";
        assert_refused("exact = true\nclues = 24", why);
        assert_refused("exact = true\nsymmetry = 'half-turn'", why);
    }

    #[test]
    fn fair_samples_that_are_climbed_to() {
        let why = "what is climbed to is no fair sample: sampling uniform takes search sample";
        assert_refused("sampling = 'uniform'\nsearch = 'climb'", why);
        assert_possible("sampling = 'weighted'\nclues = 20", "0.0..=20.0");
    }

    #[test]
    fn too_few_steps() {
        assert_refused("steps = '..=50'\nclues = '24..=28'", "a puzzle with 28 clues takes 53 steps at the least");
        assert_possible("steps = 53\nclues = '24..=28'", "0.0..=20.0");
        // Easy ones have 38 clues at most, if nothing else is said.
        assert_refused("level = 'easy'\nsteps = '..=42'", "a puzzle with 38 clues takes 43 steps at the least");
        assert_possible("level = 'easy'\nsteps = '..=42'\nclues = '36..'", "1.0..=1.5");
    }

    #[test]
    fn digits_that_cannot_be_missing() {
        let two = "two digits that no clue has could be swapped in every solution: one at most can be missing";
        assert_refused("missing-digits = '5,9'", two);
        assert_refused(
            "missing-digits = 5\nwith-digits = [5, 6]",
            "5 is among both the digits to be given and the missing ones",
        );
        assert_refused("missing-digits = 5\nclues = 73", "without one of the digits there are 72 clues at most");
        assert_possible("missing-digits = 5\nwith-digits = '1,2,3,4,6,7,8,9'", "0.0..=20.0");
    }
}
