//! Steps in words: the pattern, the reason and the conclusion.

use minirow_core::{Candidate, Cell, CellSet, Digit, DigitSet, House, HouseKind};
use minirow_grade::words::{and, cells, digit_of, digits, lines, list, or, see};
use minirow_grade::{Explanation, Line, Pencilmarks, Phrase, phrase};

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
    fn reason(&self, position: &Pencilmarks) -> Phrase {
        match self.pattern() {
            Pattern::Single => self.reason_of_single(position),
            Pattern::Grave => phrase!(
                "All other empty cells have two candidates. If this cell had only the other two, each digit would have \
                 two places in each house, and the puzzle several solutions"
            ),
            Pattern::Locked { digit, house, other } => {
                phrase!(
                    "In {house}, {digit} can only go in {places}, all in {other}. So {digit} is there in {other} too, and nowhere else",
                    house = *house,
                    digit = *digit,
                    places = cells(position.cells(*digit) & house.cells()),
                    other = *other
                )
            }
            Pattern::Subset { house, cells: own, digits: of } => {
                let (cells, digits) = (cells(*own), digits(*of));
                if self.technique().slug.starts_with("hidden") {
                    return phrase!(
                        "In {house}, {digits} can only go in {cells}. So these cells have no other digit",
                        house = *house,
                        digits,
                        cells
                    );
                }
                let houses =
                    own.first().into_iter().flat_map(Cell::houses).filter(|house| own.is_subset(house.cells()));
                phrase!(
                    "{cells} have the candidates {digits} only. So these digits are there in {houses}, and nowhere else",
                    cells,
                    digits,
                    houses = list(houses, and)
                )
            }
            Pattern::Fish { digit, base, cover, fins, endo_fins } => {
                let (digit, base, cover, fins) = (*digit, houses(base), houses(cover), *fins | *endo_fins);
                let fin = cells(fins);
                match fins.len() {
                    0 => phrase!(
                        "In {base}, {digit} can only go in {cover}. So {cover} have their {digit}s there and nowhere else",
                        base,
                        digit,
                        cover
                    ),
                    1 => phrase!(
                        "In {base}, {digit} can only go in {cover}, or in the fin {fin}. If it is not in the fin, {cover} have \
                         their {digit}s in {base} and nowhere else. If it is, cells that see the fin lose it as well",
                        base,
                        digit,
                        cover,
                        fin
                    ),
                    _ => phrase!(
                        "In {base}, {digit} can only go in {cover}, or in the fins {fin}. If it is not in the fins, {cover} have \
                         their {digit}s in {base} and nowhere else. If it is, cells that see the fins lose it as well",
                        base,
                        digit,
                        cover,
                        fin
                    ),
                }
            }
            Pattern::TwoLinks { digit, links: [[one, start], [other, end]] } => phrase!(
                "{digit} goes in {start} or {one}, and in {other} or {end}. {one} and {other} see each other, so {start} or {end} has \
                 it. Cells that see both lose it",
                digit = *digit,
                start = *start,
                one = *one,
                other = *other,
                end = *end
            ),
            Pattern::EmptyRectangle { digit, box_, link: [start, end] } => phrase!(
                "{digit} goes in {start} or {end}. If it is in {start}, the places in {box_} that are left lie in one line. So \
                 that line has {digit} in {box_}, or {end} has it, and the cell that sees both loses it",
                digit = *digit,
                start = *start,
                end = *end,
                box_ = *box_
            ),
            Pattern::WWing { cells: [one, other], digits: [x, y], link } => phrase!(
                "{one} and {other} have the candidates {x} and {y} only. {y} is in {link}, and each sees one of the two cells. So \
                 one of the two has {x}, and cells that see both lose it",
                one = *one,
                other = *other,
                x = *x,
                y = *y,
                link = either(*link)
            ),
            Pattern::Wing { pivot, digits, wings, shared } => {
                let [first, second] = wings.map(|wing| position.digits(wing).without(*shared));
                phrase!(
                    "{pivot} has {digits}. Without {shared}, {one} would have {first} and {other} would have {second}, which leaves \
                     {pivot} no digit. So {which} has {shared}, and cells that see all of them lose it",
                    pivot = *pivot,
                    digits = digit_of(*digits),
                    shared = *shared,
                    one = wings[0],
                    first,
                    other = wings[1],
                    second,
                    which = if digits.contains(*shared) {
                        phrase!("one of the three cells")
                    } else {
                        phrase!("one of the wings")
                    }
                )
            }
            Pattern::Rectangle { digits, cells } => self.reason_of_rectangle(*digits, *cells, position),
            Pattern::SueDeCoq { crossing, line, box_ } => {
                phrase!(
                    "{crossing}, with {line} of the line and {box_} of the box, have as many digits as cells. Those of the line are \
                     used up in the line, those of the box in the box",
                    crossing = group(crossing),
                    line = group(line),
                    box_ = group(box_)
                )
            }
            Pattern::Colors { digit, components } => {
                let both = |[one, other]: &[CellSet; 2]| or(cells(*one), cells(*other));
                let gone = match self.name() {
                    "Simple Colors Wrap" => phrase!("Two cells of one colour see each other, so that colour is false"),
                    "Multi Colors 2" => phrase!("Cells of one colour see both of the others, so that colour is false"),
                    "Multi Colors 1" => phrase!(
                        "A colour of each sees the other, so one of the opposite colours is true. Cells that see both lose it"
                    ),
                    _ => phrase!("Cells that see both colours lose it"),
                };
                phrase!(
                    "Strong links join two colours, of which one is true: {digit} is in {which}. {gone}",
                    digit = *digit,
                    which = list(components.iter().map(both), |some, last| phrase!("{some} and in {last}", some, last)),
                    gone
                )
            }
            Pattern::Chain { form, nodes } => self.reason_of_chain(*form, nodes),
            Pattern::AlmostLocked { sets, commons, shared } => {
                let conclusion = if shared.is_empty() {
                    phrase!("Each set has one of these, and all its other digits")
                } else {
                    phrase!(
                        "So the first or the last set has all its other digits, {digits} among them, and cells that see all its \
                         places lose it",
                        digits = digits(*shared)
                    )
                };
                let commons = commons.iter().map(|&common| digits(common));
                phrase!(
                    "Each of the sets {sets} has one digit more than cells. Neighbouring sets cannot both have the digit that joins \
                     them, {digits}. {conclusion}",
                    sets = list(sets.iter().map(group), and),
                    digits = list(commons, |some, last| phrase!("{some} then {last}", some, last)),
                    conclusion
                )
            }
            Pattern::Forcing { proof, chains } => reason_of_forcing(*proof, chains),
        }
    }

    fn reason_of_single(&self, position: &Pencilmarks) -> Phrase {
        let Some(Candidate { cell, digit }) = self.placement() else { return Phrase::signs("") };
        match (self.technique().slug, self.house_of_single(position)) {
            ("brute-force", _) => phrase!("No technique finds a step, so the digit is that of the solution"),
            ("full-house", Some(house)) => phrase!("{cell} is the last empty cell of {house}", cell, house),
            ("hidden-single", Some(house)) => {
                phrase!("In {house}, {cell} is the only place left for {digit}", house, cell, digit)
            }
            _ => phrase!("No other candidate is left in {cell}", cell),
        }
    }

    fn reason_of_rectangle(&self, of: [Digit; 2], corners: CellSet, position: &Pencilmarks) -> Phrase {
        let pair = DigitSet::from_iter(of);
        let more: CellSet = corners.iter().filter(|&cell| !position.digits(cell).is_subset(pair)).collect();
        let extra = more.iter().fold(DigitSet::EMPTY, |all, cell| all | position.digits(cell)) - pair;
        let lost = self.eliminations()[0];
        let kept = pair.without(lost.digit).iter().next().unwrap_or(lost.digit);
        let reason = match self.technique().slug {
            "uniqueness-test-1" => phrase!("So {cell} has another digit", cell = cells(more)),
            "uniqueness-test-3" => phrase!(
                "So {cells} has one of {digits}, and with some other cells of a house they use up as many digits as there are cells",
                cells = either(more),
                digits = digits(extra)
            ),
            "uniqueness-test-4" | "uniqueness-test-6" => phrase!(
                "{digit} has no other place in a house of {cells}, which therefore must not have {lost}",
                digit = kept,
                cells = cells(more),
                lost = lost.digit
            ),
            "hidden-rectangle" => phrase!(
                "In the row and the column of {cell}, {digit} has no place beyond these cells, so with {lost} there all four would \
                 have the two",
                cell = lost.cell,
                digit = kept,
                lost = lost.digit
            ),
            "avoidable-rectangle-type-1" => {
                phrase!("With {digit} in {cell}, they would", digit = lost.digit, cell = lost.cell)
            }
            // Avoidable rectangles have filled corners, which have no candidates.
            "avoidable-rectangle-type-2" => {
                let cells = either(corners & position.empty_cells());
                phrase!("So {cells} has {digits}", cells, digits = lost.digit)
            }
            _ => phrase!("So {cells} has {digits}", cells = either(more), digits = digit_of(extra)),
        };
        phrase!(
            "If {cells} had {digits} only, these could be exchanged, and the puzzle would have several solutions. {reason}",
            cells = cells(corners),
            digits = digits(pair),
            reason
        )
    }

    fn reason_of_chain(&self, form: ChainForm, nodes: &[Node]) -> Phrase {
        let (first, last) = (&nodes[0], &nodes[nodes.len() - 1]);
        let opposite = |node: &Node| Node { on: !node.on, ..*node };
        match form {
            ChainForm::OneDigit | ChainForm::Aic => phrase!(
                "Suppose {first}. Then {last} follows. So {opposite} or {last}, and candidates that both exclude are false",
                first,
                last,
                opposite = &opposite(first)
            ),
            ChainForm::RemotePair => phrase!(
                "The cells of the chain have the candidates {one} and {other} only, and alternate between them. Cells that see two \
                 different ones lose both digits",
                one = first.digit,
                other = nodes[1].digit
            ),
            ChainForm::Continuous => phrase!(
                "Suppose {first}. Then {last} follows, and {first} follows from it. So each weak link of the loop has one true end, and \
                 other candidates that see both ends are false",
                first,
                last
            ),
            ChainForm::Discontinuous => match (first.on, last.on) {
                (true, _) => {
                    phrase!("Suppose {first}. Then {last} follows. So the assumption is false", first, last)
                }
                (false, true) => {
                    phrase!("Suppose {first}. Then {last} follows. So the assumption is false, and {last}", first, last)
                }
                (false, false) => phrase!(
                    "Suppose {first}. Then {last} follows, which {opposite} leads to as well",
                    first,
                    last,
                    opposite = &opposite(first)
                ),
            },
        }
    }

    /// Returns a line for each conclusion of a chain, or for each forcing chain.
    fn lines(&self) -> Vec<Line> {
        if let Pattern::Forcing { chains, .. } = self.pattern() {
            return chains.iter().map(|chain| Line::new(Phrase::signs(forcing_text(chain)))).collect();
        }
        let nodes = self.nodes().unwrap_or_default();
        nodes.windows(2).map(|pair| Line::new(conclusion(&pair[0], &pair[1]))).collect()
    }
}

/// Writes a conclusion with its reason.
fn conclusion(from: &Node, to: &Node) -> Phrase {
    let digit = to.digit;
    let own = to.cells;
    let why = match (from.digit == digit, shared_house(from, to)) {
        (false, _) if to.on => phrase!("{cell} has no other candidate", cell = cells(own)),
        (false, _) => phrase!("{cell} has one digit only", cell = cells(own)),
        (true, Some(house)) if to.on => phrase!("{house} has no other place for {digit}", house, digit),
        (true, _) => see(own, digit, from.cells),
    };
    phrase!("{from}, so {node}: {why}.", from, node = to, why)
}

fn reason_of_forcing(proof: ForcingProof, chains: &[Vec<Conclusion>]) -> Phrase {
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
    let is_one = ends.len() == 1;
    let (roots, ends) = (list(&roots, and), list(&ends, and));
    let follow = match proof {
        ForcingProof::Verity => return phrase!("One of {roots} is true, and each leads to {ends}", roots, ends),
        _ if is_one => phrase!("Suppose {roots}. Then {ends} follows", roots, ends),
        _ => phrase!("Suppose {roots}. Then {ends} follow", roots, ends),
    };
    match proof {
        ForcingProof::Verity | ForcingProof::Opposite(_) => phrase!("{follow}. So the assumption is false", follow),
        ForcingProof::Cell(cell) => {
            phrase!("{follow}, which cannot be in {cell}. So the assumption is false", follow, cell)
        }
        ForcingProof::House(house) => {
            phrase!("{follow}, which cannot be in {house}. So the assumption is false", follow, house)
        }
    }
}

/// Writes cells with their digits: `r1c1 and r1c2 (125)`.
fn group(CellGroup { cells: own, digits }: &CellGroup) -> Phrase {
    phrase!("{cells} ({digits})", cells = cells(*own), digits = *digits)
}

/// Joins houses, those of a kind together: `rows 2 and 8 and box 5`.
fn houses(houses: &[House]) -> Phrase {
    let of_kind = |kind: HouseKind| houses.iter().copied().filter(move |house| house.kind() == kind);
    let kinds = [HouseKind::Row, HouseKind::Column, HouseKind::Box];
    let kinds = kinds.into_iter().filter(|&kind| of_kind(kind).next().is_some());
    list(kinds.map(|kind| lines(of_kind(kind))), and)
}

/// Writes `r1c1` or `one of r1c1 and r2c2`.
fn either(own: CellSet) -> Phrase {
    if own.len() == 1 { cells(own) } else { phrase!("one of {cells}", cells = cells(own)) }
}
