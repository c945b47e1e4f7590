//! The pattern of a step: HoDoKu's text, the words and the picture are all made from it.

use minirow_core::{Candidate, Cell, CellSet, Digit, DigitSet, House};

use crate::chain::{self, Conclusion, Node};
use crate::text;

/// The pattern that a step follows from.
///
/// ```
/// use minirow_core::Puzzle;
/// use minirow_hodoku::Pattern;
/// let puzzle = Puzzle::new("8...5......28.1.....1.2..9..8.5..1.4..9..36.84..6...5..9......57..3...2...6......".parse()?)?;
/// let rating = minirow_hodoku::rate(&puzzle, None)?;
/// let step = rating.path().iter().find(|step| step.name() == "Locked Pair").unwrap();
/// let Pattern::Subset { cells, digits, .. } = step.pattern() else { panic!("a subset") };
/// assert_eq!((cells.len(), digits.len()), (2, 2));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Pattern {
    /// Full houses, naked and hidden singles, and brute force: the placement is all there is.
    Single,
    /// All cells but one have two candidates.
    Grave,
    /// The places of a digit in a house all lie in another house.
    Locked {
        /// The digit.
        digit: Digit,
        /// The house with these places only.
        house: House,
        /// The house that loses the digit elsewhere.
        other: House,
    },
    /// As many cells of a house as there are digits: naked, hidden or locked subsets.
    Subset {
        /// The house in which they were found.
        house: House,
        /// The cells.
        cells: CellSet,
        /// The digits.
        digits: DigitSet,
    },
    /// Base houses whose places of a digit lie in as many cover houses, except for fins.
    Fish {
        /// The digit.
        digit: Digit,
        /// The base houses, by index.
        base: Vec<House>,
        /// The cover houses, by index.
        cover: Vec<House>,
        /// The places in base houses that are not covered, without endo fins.
        fins: CellSet,
        /// The places in two base houses.
        endo_fins: CellSet,
    },
    /// Skyscrapers and kites: two strong links of a digit, each from a cell that sees one of the other link to a free end.
    TwoLinks {
        /// The digit.
        digit: Digit,
        /// The cells of each link: the one that sees the other link, then the free end.
        links: [[Cell; 2]; 2],
    },
    /// A box whose places of a digit lie in a row and a column, and a strong link that starts in one of them.
    EmptyRectangle {
        /// The digit.
        digit: Digit,
        /// The box.
        box_: House,
        /// The cells of the strong link: the one that the box sees, then the other end.
        link: [Cell; 2],
    },
    /// Two cells with the same two candidates, and a strong link whose ends see them.
    WWing {
        /// The cells.
        cells: [Cell; 2],
        /// The digit that is eliminated, and the digit of the link.
        digits: [Digit; 2],
        /// The ends of the link.
        link: CellSet,
    },
    /// XY-Wings and XYZ-Wings: a pivot and two cells that it sees.
    Wing {
        /// The pivot.
        pivot: Cell,
        /// The candidates of the pivot.
        digits: DigitSet,
        /// The cells with two candidates.
        wings: [Cell; 2],
        /// The digit that they share.
        shared: Digit,
    },
    /// Uniqueness tests, hidden rectangles and avoidable rectangles: four cells that must not have two digits only.
    Rectangle {
        /// The digits, as HoDoKu writes them.
        digits: [Digit; 2],
        /// The cells.
        cells: CellSet,
    },
    /// Cells where a line meets a box, and cells of the line and of the box that use up their digits.
    SueDeCoq {
        /// The cells where they meet.
        crossing: CellGroup,
        /// The cells of the line.
        line: CellGroup,
        /// The cells of the box.
        box_: CellGroup,
    },
    /// Simple and multi colours: cells of two colours, of which one has the digit.
    Colors {
        /// The digit.
        digit: Digit,
        /// The cells by colour of one component or two.
        components: Vec<[CellSet; 2]>,
    },
    /// A chain or loop in which every node follows from the one before.
    Chain {
        /// The form of the text.
        form: ChainForm,
        /// The nodes. The first one is assumed.
        nodes: Vec<Node>,
    },
    /// Almost locked sets, each joined with the next.
    AlmostLocked {
        /// The sets: two of the XZ-rule, three of an XY-Wing with its pivot in the middle, more of a chain.
        sets: Vec<CellGroup>,
        /// By pair of sets, the digits of which both cannot have the same one.
        commons: Vec<DigitSet>,
        /// The digits of the first and the last set that are eliminated, if not all digits of doubly linked sets are.
        shared: DigitSet,
    },
    /// Forcing chains and nets.
    Forcing {
        /// The reason why the chains prove the step.
        proof: ForcingProof,
        /// The chains. All of a contradiction have the same assumption; all of a verity end with the same conclusion.
        chains: Vec<Vec<Conclusion>>,
    },
}

/// Some cells and their candidates.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CellGroup {
    /// The cells.
    pub cells: CellSet,
    /// The candidates.
    pub digits: DigitSet,
}

/// The form of a chain.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ChainForm {
    /// Turbot fish and X-Chains: a chain of one digit, of whose ends one is true.
    OneDigit,
    /// Discontinuous nice loops: a chain that comes back to the cell where it starts.
    Discontinuous,
    /// Continuous nice loops: every node follows from the one before, and the first one from the last.
    Continuous,
    /// XY-Chains and AICs: one of the ends is true.
    Aic,
    /// Remote pairs: cells with the same two candidates.
    RemotePair,
}

/// The reason why forcing chains prove a step.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ForcingProof {
    /// The chains start from assumptions of which one is true, and lead to the same conclusion.
    Verity,
    /// An assumption leaves a cell without a candidate, or with several digits.
    Cell(Cell),
    /// An assumption leaves a digit in a house without a place, or with several.
    House(House),
    /// An assumption leads to its own opposite. HoDoKu names a cell that has nothing to do with it, if any.
    Opposite(Option<Cell>),
}

/// Writes the cells and the digits: `r1c23 {147}`.
impl std::fmt::Display for CellGroup {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} {{{}}}", text::cells(self.cells), self.digits)
    }
}

impl Pattern {
    /// Returns HoDoKu's text between the name of a step and its effect.
    pub(crate) fn text(&self, eliminations: &[Candidate]) -> String {
        let eliminated = || eliminations.iter().map(|candidate| candidate.digit).collect::<DigitSet>();
        let pair = |cells: [Cell; 2]| text::cells(CellSet::from_iter(cells));
        match self {
            Pattern::Single | Pattern::Grave | Pattern::Forcing { proof: ForcingProof::Verity, .. } => String::new(),
            Pattern::Locked { digit, house, .. } => format!(": {digit} in {}", text::houses(&[*house])),
            Pattern::Subset { cells, digits, .. } => {
                format!(": {} in {}", text::digits(*digits, ","), text::cells(*cells))
            }
            Pattern::Fish { digit, base, cover, fins, endo_fins } => {
                let names =
                    |prefix, cells: &CellSet| cells.iter().map(|fin| format!(" {prefix}{fin}")).collect::<String>();
                let (base, cover) = (text::houses(base), text::houses(cover));
                format!(": {digit} {base} {cover}{}{}", names("f", fins), names("ef", endo_fins))
            }
            Pattern::TwoLinks { digit, links: [one, other] } => {
                format!(": {digit} in {} (connected by {})", pair([one[1], other[1]]), pair([one[0], other[0]]))
            }
            Pattern::EmptyRectangle { digit, box_, link } => {
                format!(": {digit} in {} ({})", text::houses(&[*box_]), pair(*link))
            }
            Pattern::WWing { cells, digits: [x, y], link } => {
                format!(": {x}/{y} in {} connected by {y} in {}", pair(*cells), text::cells(*link))
            }
            Pattern::Wing { pivot, digits, wings, shared } => {
                let last = if digits.contains(*shared) { String::new() } else { format!("/{shared}") };
                let cells = CellSet::from_iter(*wings).with(*pivot);
                format!(": {}{last} in {}", text::digits(*digits, "/"), text::cells(cells))
            }
            Pattern::Rectangle { digits: [a, b], cells } => format!(": {a}/{b} in {}", text::cells(*cells)),
            Pattern::SueDeCoq { crossing, line, box_ } => {
                let [crossing, line, box_] = [crossing, line, box_]
                    .map(|CellGroup { cells, digits }| format!("{} - {{{digits}}}", text::cells(*cells)));
                format!(": {crossing} ({line}, {box_})")
            }
            Pattern::Colors { digit, components } => {
                let both = |[one, other]: &[CellSet; 2]| {
                    format!("({}) / ({})", text::each_cell(*one), text::each_cell(*other))
                };
                format!(": {digit} {}", text::joined(components.iter().map(both), ", "))
            }
            Pattern::Chain { form, nodes } => {
                let (chain, [first, second, ..]) = (chain::text(nodes), &nodes[..]) else { unreachable!("two nodes") };
                let last = &nodes[nodes.len() - 1];
                let digits = text::digits(eliminated(), "/");
                match form {
                    ChainForm::OneDigit | ChainForm::Discontinuous => format!(": {digits} {chain}"),
                    ChainForm::Aic => format!(": {digits} {}- {chain} -{}", first.digit, last.digit),
                    ChainForm::RemotePair => format!(": {}/{} {chain}", first.digit, second.digit),
                    ChainForm::Continuous => {
                        let out = nodes.iter().find(|node| node.first() != first.first()).unwrap_or(last);
                        let run = nodes.iter().rev().take_while(|node| node.first() == last.first()).last();
                        format!(": {digits} {}= {chain} ={}", run.unwrap_or(last).digit, out.digit)
                    }
                }
            }
            Pattern::AlmostLocked { sets, commons, shared } => {
                let common = commons.iter().fold(DigitSet::EMPTY, |all, &digits| all | digits);
                let common = text::digits(common, ",");
                let z = if shared.is_empty() { String::new() } else { format!(", Z={}", text::digits(*shared, ",")) };
                match &sets[..] {
                    [a, b] => format!(": A={a}, B={b}, X={common}{z}"),
                    [a, c, b] => format!(": A={a}, B={b}, C={c}, X,Y={common}{z}"),
                    _ => {
                        let links = commons.iter().chain([shared]);
                        let sets = sets.iter().zip(links).map(|(set, link)| format!(" {set} -{link}"));
                        format!(": {shared}-{}", text::joined(sets, "-"))
                    }
                }
            }
            Pattern::Forcing { proof, .. } => match proof {
                ForcingProof::Cell(cell) | ForcingProof::Opposite(Some(cell)) => format!(" in {cell}"),
                ForcingProof::House(house) => format!(" in {}", text::houses(&[*house])),
                ForcingProof::Opposite(None) | ForcingProof::Verity => " in ".into(),
            },
        }
    }
}
