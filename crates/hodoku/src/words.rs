//! Steps in words: the pattern, the reason and the conclusion.

use minirow_core::{Candidate, Cell, CellSet, Digit, DigitSet, House, HouseKind};
use minirow_grade::words::{cells, digit_of, digits, lines, list, one_of, see};
use minirow_grade::{Explanation, Line, Pencilmarks};

use crate::chain::{Conclusion, Node, forcing_text};
use crate::drawing::shared_house;
use crate::pattern::{CellGroup, ChainForm, ForcingProof, Pattern};
use crate::step::Step;

impl Step {
    /// Returns the step in words. `position` is the one in which the step was found.
    ///
    /// ```
    /// use minirow_core::Puzzle;
    /// use minirow_hodoku::path;
    ///
    /// let puzzle = Puzzle::new("8...5......28.1.....1.2..9..8.5..1.4..9..36.84..6...5..9......57..3...2...6......".parse()?)?;
    /// let mut path = path(&puzzle);
    /// let position = path.pencilmarks().clone();
    /// let step = path.next().unwrap();
    /// assert_eq!(step.explain(&position).text(), "No other candidate is left in r5c8: r5c8=7.");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn explain(&self, position: &Pencilmarks) -> Explanation {
        let focus = match self.pattern() {
            Pattern::Wing { pivot, .. } => (*pivot).into(),
            Pattern::Fish { fins, endo_fins, .. } => *fins | *endo_fins,
            Pattern::Rectangle { digits, cells } => {
                let digits = DigitSet::from_iter(*digits);
                cells.iter().filter(|&cell| !position.digits(cell).is_subset(digits)).collect()
            }
            Pattern::SueDeCoq { crossing, .. } => crossing.cells,
            _ => CellSet::EMPTY,
        };
        Explanation::of(&self.drawn(position), self.reason(position)).with_lines(self.lines()).with_focus(focus)
    }

    /// Returns the sentences up to the effect, without a full stop.
    fn reason(&self, position: &Pencilmarks) -> String {
        match self.pattern() {
            Pattern::Single => self.reason_of_single(position),
            Pattern::Grave => {
                "All other empty cells have two candidates. If this cell had only the other two, each digit would have \
                 two places in each house, and the puzzle several solutions"
                    .into()
            }
            Pattern::Locked { digit, house, other } => {
                let places = cells(position.cells(*digit) & house.cells());
                format!(
                    "In {house}, {digit} can only go in {places}, all in {other}. So {digit} is there in {other} too, and nowhere else"
                )
            }
            Pattern::Subset { house, cells: own, digits: of } => {
                if self.technique().slug.starts_with("hidden") {
                    let (digits, places) = (digits(*of), cells(*own));
                    return format!("In {house}, {digits} can only go in {places}. So these cells have no other digit");
                }
                let houses =
                    own.first().into_iter().flat_map(Cell::houses).filter(|house| own.is_subset(house.cells()));
                let (own, digits, houses) = (cells(*own), digits(*of), list(houses, "and"));
                format!(
                    "{own} have the candidates {digits} only. So these digits are there in {houses}, and nowhere else"
                )
            }
            Pattern::Fish { digit, base, cover, fins, endo_fins } => {
                let (base, cover, fins) = (houses(base), houses(cover), *fins | *endo_fins);
                if fins.is_empty() {
                    return format!(
                        "In {base}, {digit} can only go in {cover}. So {cover} have their {digit}s there and nowhere else"
                    );
                }
                let (fin, are) = (cells(fins), if fins.len() == 1 { "the fin" } else { "the fins" });
                format!(
                    "In {base}, {digit} can only go in {cover}, or in {are} {fin}. If it is not in {are}, {cover} have their \
                     {digit}s in {base} and nowhere else. If it is, cells that see {are} lose it as well"
                )
            }
            Pattern::TwoLinks { digit, links: [[one, start], [other, end]] } => format!(
                "{digit} goes in {start} or {one}, and in {other} or {end}. {one} and {other} see each other, so {start} or {end} has \
                 it. Cells that see both lose it"
            ),
            Pattern::EmptyRectangle { digit, box_, link: [start, end] } => format!(
                "{digit} goes in {start} or {end}. If it is in {start}, the places in {box_} that are left lie in one line. So \
                 that line has {digit} in {box_}, or {end} has it, and the cell that sees both loses it"
            ),
            Pattern::WWing { cells: [one, other], digits: [x, y], link } => format!(
                "{one} and {other} have the candidates {x} and {y} only. {y} is in {}, and each sees one of the two cells. So one \
                 of the two has {x}, and cells that see both lose it",
                either(*link)
            ),
            Pattern::Wing { pivot, digits, wings, shared } => {
                let which = if digits.contains(*shared) { "one of the three cells" } else { "one of the wings" };
                let [one, other] = wings.map(|wing| (wing, position.digits(wing).without(*shared)));
                format!(
                    "{pivot} has {}. Without {shared}, {} would have {} and {} would have {}, which leaves {pivot} no digit. So \
                     {which} has {shared}, and cells that see all of them lose it",
                    digit_of(*digits),
                    one.0,
                    one.1,
                    other.0,
                    other.1,
                )
            }
            Pattern::Rectangle { digits, cells } => self.reason_of_rectangle(*digits, *cells, position),
            Pattern::SueDeCoq { crossing, line, box_ } => {
                let group = |CellGroup { cells: own, digits: of }: &CellGroup| format!("{} ({of})", cells(*own));
                format!(
                    "{}, with {} of the line and {} of the box, have as many digits as cells. Those of the line are used up in the \
                     line, those of the box in the box",
                    group(crossing),
                    group(line),
                    group(box_)
                )
            }
            Pattern::Colors { digit, components } => {
                let both = |[one, other]: &[CellSet; 2]| format!("{} or {}", cells(*one), cells(*other));
                let which = list(components.iter().map(both), "and in");
                let gone = match self.name() {
                    "Simple Colors Wrap" => "Two cells of one colour see each other, so that colour is false",
                    "Multi Colors 2" => "Cells of one colour see both of the others, so that colour is false",
                    "Multi Colors 1" => {
                        "A colour of each sees the other, so one of the opposite colours is true. Cells that see both lose it"
                    }
                    _ => "Cells that see both colours lose it",
                };
                format!("Strong links join two colours, of which one is true: {digit} is in {which}. {gone}")
            }
            Pattern::Chain { form, nodes } => self.reason_of_chain(*form, nodes),
            Pattern::AlmostLocked { sets, commons, shared } => {
                let group = |CellGroup { cells: own, digits: of }: &CellGroup| format!("{} ({of})", cells(*own));
                let sets = list(sets.iter().map(group), "and");
                let commons = list(commons.iter().map(|&common| digits(common)), "then");
                let conclusion = if shared.is_empty() {
                    "Each set has one of these, and all its other digits".to_owned()
                } else {
                    format!(
                        "So the first or the last set has all its other digits, {} among them, and cells that see all its places lose it",
                        digits(*shared)
                    )
                };
                format!(
                    "Each of the sets {sets} has one digit more than cells. Neighbouring sets cannot both have the digit that joins \
                     them, {commons}. {conclusion}"
                )
            }
            Pattern::Forcing { proof, chains } => reason_of_forcing(*proof, chains),
        }
    }

    fn reason_of_single(&self, position: &Pencilmarks) -> String {
        let Some(Candidate { cell, digit }) = self.placement() else { return String::new() };
        match (self.technique().slug, self.house_of_single(position)) {
            ("brute-force", _) => "No technique finds a step, so the digit is that of the solution".into(),
            ("full-house", Some(house)) => format!("{cell} is the last empty cell of {house}"),
            ("hidden-single", Some(house)) => format!("In {house}, {cell} is the only place left for {digit}"),
            _ => format!("No other candidate is left in {cell}"),
        }
    }

    fn reason_of_rectangle(&self, of: [Digit; 2], corners: CellSet, position: &Pencilmarks) -> String {
        let pair = DigitSet::from_iter(of);
        let more: CellSet = corners.iter().filter(|&cell| !position.digits(cell).is_subset(pair)).collect();
        let extra = more.iter().fold(DigitSet::EMPTY, |all, cell| all | position.digits(cell)) - pair;
        let lost = self.eliminations()[0];
        let kept = pair.without(lost.digit).iter().next().unwrap_or(lost.digit);
        let reason = match self.technique().slug {
            "uniqueness-test-1" => format!("So {} has another digit", cells(more)),
            "uniqueness-test-3" => format!(
                "So {} has one of {}, and with some other cells of a house they use up as many digits as there are cells",
                either(more),
                digits(extra)
            ),
            "uniqueness-test-4" | "uniqueness-test-6" => {
                format!(
                    "{} has no other place in a house of {}, which therefore must not have {}",
                    kept,
                    cells(more),
                    lost.digit
                )
            }
            "hidden-rectangle" => format!(
                "In the row and the column of {}, {kept} has no place beyond these cells, so with {} there all four would have the two",
                lost.cell, lost.digit
            ),
            "avoidable-rectangle-type-1" => format!("With {} in {}, they would", lost.digit, lost.cell),
            // Avoidable rectangles have filled corners, which have no candidates.
            "avoidable-rectangle-type-2" => {
                format!("So {} has {}", either(corners & position.empty_cells()), lost.digit)
            }
            _ => format!("So {} has {}", either(more), digit_of(extra)),
        };
        let (corners, pair) = (cells(corners), digits(pair));
        format!(
            "If {corners} had {pair} only, these could be exchanged, and the puzzle would have several solutions. {reason}"
        )
    }

    fn reason_of_chain(&self, form: ChainForm, nodes: &[Node]) -> String {
        let (first, last) = (&nodes[0], &nodes[nodes.len() - 1]);
        let opposite = |node: &Node| Node { on: !node.on, ..*node };
        match form {
            ChainForm::OneDigit | ChainForm::Aic => format!(
                "Suppose {first}. Then {last} follows. So {} or {last}, and candidates that both exclude are false",
                opposite(first)
            ),
            ChainForm::RemotePair => {
                let (one, other) = (first.digit, nodes[1].digit);
                format!(
                    "The cells of the chain have the candidates {one} and {other} only, and alternate between them. Cells that see two \
                     different ones lose both digits"
                )
            }
            ChainForm::Continuous => format!(
                "Suppose {first}. Then {last} follows, and {first} follows from it. So each weak link of the loop has one true end, and \
                 other candidates that see both ends are false"
            ),
            ChainForm::Discontinuous => match (first.on, last.on) {
                (true, _) => format!("Suppose {first}. Then {last} follows. So the assumption is false"),
                (false, true) => {
                    format!("Suppose {first}. Then {last} follows. So the assumption is false, and {last}")
                }
                (false, false) => {
                    format!("Suppose {first}. Then {last} follows, which {} leads to as well", opposite(first))
                }
            },
        }
    }

    /// Returns a line for each conclusion of a chain, or for each forcing chain.
    fn lines(&self) -> Vec<Line> {
        if let Pattern::Forcing { chains, .. } = self.pattern() {
            return chains.iter().map(|chain| Line::new(forcing_text(chain))).collect();
        }
        let nodes = self.nodes().unwrap_or_default();
        nodes.windows(2).map(|pair| Line::new(conclusion(&pair[0], &pair[1]))).collect()
    }
}

/// Writes a conclusion with its reason.
fn conclusion(from: &Node, to: &Node) -> String {
    let digit = to.digit;
    let own = to.cells;
    let why = match (from.digit == digit, shared_house(from, to)) {
        (false, _) if to.on => format!("{} has no other candidate", cells(own)),
        (false, _) => format!("{} has one digit only", cells(own)),
        (true, Some(house)) if to.on => format!("{house} has no other place for {digit}"),
        (true, _) => format!("{} {} the {digit} in {}", cells(own), see(own), one_of(from.cells)),
    };
    format!("{from}, so {to}: {why}.")
}

fn reason_of_forcing(proof: ForcingProof, chains: &[Vec<Conclusion>]) -> String {
    let root = |chain: &Vec<Conclusion>| chain[0].node;
    let mut roots: Vec<Node> = Vec::new();
    for node in chains.iter().map(root) {
        if !roots.contains(&node) {
            roots.push(node);
        }
    }
    let mut ends: Vec<Node> = Vec::new();
    for node in chains.iter().filter_map(|chain| chain.last()).map(|last| last.node) {
        if !ends.contains(&node) {
            ends.push(node);
        }
    }
    let follow = if ends.len() == 1 { "follows" } else { "follow" };
    let ends = list(ends, "and");
    match proof {
        ForcingProof::Verity => format!("One of {} is true, and each leads to {ends}", list(roots, "and")),
        ForcingProof::Opposite(_) => {
            format!("Suppose {}. Then {ends} {follow}. So the assumption is false", list(roots, "and"))
        }
        ForcingProof::Cell(cell) => {
            format!(
                "Suppose {}. Then {ends} {follow}, which cannot be in {cell}. So the assumption is false",
                list(roots, "and")
            )
        }
        ForcingProof::House(house) => {
            format!(
                "Suppose {}. Then {ends} {follow}, which cannot be in {house}. So the assumption is false",
                list(roots, "and")
            )
        }
    }
}

/// Joins houses, those of a kind together: `rows 2 and 8 and box 5`.
fn houses(houses: &[House]) -> String {
    let of_kind = |kind: HouseKind| houses.iter().copied().filter(move |house| house.kind() == kind);
    let kinds = [HouseKind::Row, HouseKind::Column, HouseKind::Box].map(|kind| lines(of_kind(kind)));
    list(kinds.iter().filter(|lines| !lines.is_empty()), "and")
}

/// Writes `r1c1` or `one of r1c1 and r2c2`.
fn either(own: CellSet) -> String {
    if own.len() == 1 { cells(own) } else { format!("one of {}", cells(own)) }
}
