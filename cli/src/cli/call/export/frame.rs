//! The parameters that take begin and end of a part, and how the service reads them.

use asmx_gateway::date_ranges::{DateRange, Part, Plan};
use asmx_types::display::shown_line;
use asmx_types::{EndDate, Member, Operation, Resolution, Role, Scalar, Type, outline};
use serde_json::{Map, Value as Json, json};

use super::super::options::{self, Mistake, Source};
use super::super::prepared::Prepared;
use crate::cli::failure::Failure;
use crate::cli::profile::Section;

pub(super) struct Frame {
    members: Vec<&'static Member>,
    /// The paths of begin and end.
    paths: [String; 2],
    kinds: [Type; 2],
    /// The reading that the spec states.
    declared: (Option<EndDate>, Option<Resolution>),
}

impl Frame {
    /// By the roles of the spec, or by the names in `--range-in`.
    pub(super) fn of(prepared: &Prepared, range_in: Option<&str>) -> Result<Self, Failure> {
        let operation = prepared.operation;
        let members = options::flat(prepared.target.service().common.iter().chain(operation.parameters));
        let by_role = |role| {
            members.iter().find(|member| member.role == Some(role)).map(|member| outline::key(member).into_owned())
        };
        let paths = match range_in {
            Some(names) => names.split_once(',').map(|(begin, end)| [begin.to_owned(), end.to_owned()]),
            None => by_role(Role::BeginDate).zip(by_role(Role::EndDate)).map(|(begin, end)| [begin, end]),
        };
        let Some(paths) = paths else {
            return Err(Failure::usage(match range_in {
                Some(_) => "`--range-in` needs two parameters: write `--range-in BEGIN,END`".to_owned(),
                None => format!(
                    "nothing states which parameters of {} take begin and end: add `--range-in BEGIN,END`, or the roles `begin-date` and \
                     `end-date` in a spec",
                    operation.name
                ),
            }));
        };
        let mut kinds = [Type::STRING; 2];
        let mut declared = (None, None);
        for (kind, path) in kinds.iter_mut().zip(&paths) {
            let segments: Vec<&str> = path.split('.').collect();
            let Some(member) = member_at(&members, &segments) else {
                let path = shown_line(path);
                return Err(Failure::usage(format!("{} has no parameter `{path}` for `--range-in`", operation.name)));
            };
            if !is_date(member) {
                let path = shown_line(path);
                return Err(Failure::usage(format!(
                    "`{path}` takes no date: begin and end are a string, a date or a dateTime"
                )));
            }
            *kind = member.kind;
            // The end is the last.
            declared = (member.end, member.resolution);
        }
        Ok(Self { members, paths, kinds, declared })
    }

    /// How the service reads the end. Nothing is guessed.
    pub(super) fn reading(
        &self,
        end: Option<EndDate>,
        resolution: Option<Resolution>,
        operation: &Operation,
    ) -> Result<(EndDate, Resolution), Failure> {
        let [_, name] = &self.paths;
        let name = shown_line(name);
        let (end, resolution) = (end.or(self.declared.0), resolution.or(self.declared.1));
        let Some((end, resolution)) = end.zip(resolution) else {
            return Err(Failure::usage(format!(
                "nothing states whether records at `{name}` belong to a response of {}, and how fine its times are: records would be lost or \
                 come twice. `--probe` finds it out. Or add `--end inclusive` or `--end exclusive`, and `--resolution 1d`, `1s`, `3ms` or another step: in a spec, `end` and `resolution` of the parameter",
                operation.name
            )));
        };
        if resolution != Resolution::DAY && !self.takes_times() {
            return Err(Failure::usage(format!(
                "`{name}` is a date without a time, so that its resolution is 1d and not {resolution}"
            )));
        }
        Ok((end, resolution))
    }

    /// Whether begin and end may have a time.
    pub(super) fn takes_times(&self) -> bool {
        !self.kinds.contains(&Type::Scalar(Scalar::Date))
    }

    /// Refuses parameters that state a date of their own, and those that do not fit, as a call does: a plan would leave unknown ones out.
    pub(super) fn check(&self, prepared: &Prepared, part: Option<Part>) -> Result<(), Failure> {
        let Some(range) = part.and_then(|part| part.range()) else { return Ok(()) };
        let parameters = self.parameters(&prepared.parameters, &range)?;
        let fits = prepared.target.check_parameters(prepared.operation.name, &parameters);
        fits.map_err(|error| prepared.failed(&error))
    }

    /// The parameters of a call for this range.
    pub(super) fn parameters(
        &self,
        other_parameters: &Map<String, Json>,
        range: &DateRange,
    ) -> Result<Map<String, Json>, Failure> {
        let mut parameters = other_parameters.clone();
        for (path, date) in self.paths.iter().zip(range.dates_for(self.kinds)) {
            options::set(&mut parameters, &self.members, path, &date, Source::CommandLine).map_err(|mistake| {
                Failure::usage(match mistake {
                    Mistake::Other(why) => format!("{why}; its value comes from `--range`"),
                    Mistake::Unknown { name, .. } => format!("there is no parameter `{}`", shown_line(&name)),
                })
            })?;
        }
        Ok(parameters)
    }

    /// The parameters that may be shown: secrets and values of the profile are left out.
    pub(super) fn visible_parameters(
        &self,
        prepared: &Prepared,
        mut parameters: Map<String, Json>,
    ) -> Map<String, Json> {
        let first = |path: &String| path.strip_prefix('.').unwrap_or(path).split('.').next().map(str::to_owned);
        let of_profile: Vec<String> = prepared.profile.section(Section::Parameters).keys().filter_map(first).collect();
        let is_of_profile = |key: &str| {
            of_profile
                .iter()
                .filter_map(|name| options::named(&self.members, name))
                .any(|member| outline::key(member) == key)
        };
        parameters.retain(|key, _| {
            let member = self.members.iter().find(|member| outline::key(member) == *key);
            member.is_some_and(|member| !options::is_secret(member) && !member.holds_secret()) && !is_of_profile(key)
        });
        parameters
    }

    /// The facts that files of one export share.
    pub(super) fn identity(&self, prepared: &Prepared, plan: &Plan, arguments: &super::super::Arguments) -> Json {
        json!({
            "operation": prepared.operation.name,
            "each": plan.each().name(),
            "end": plan.end_date().name(),
            "resolution": plan.resolution().to_string(),
            "range-in": self.paths,
            "table": arguments.table,
            "rows": arguments.rows,
            "as": arguments.columns.identity(),
            "csv": arguments.csv.identity(),
            "parameters": self.visible_parameters(prepared, prepared.parameters.clone()),
        })
    }
}

fn is_date(member: &Member) -> bool {
    !member.repeated && matches!(member.kind, Type::Scalar(scalar) if scalar.may_be_a_date())
}

/// The member at a path. A name may contain dots.
fn member_at(members: &[&'static Member], path: &[&str]) -> Option<&'static Member> {
    (1..=path.len()).rev().find_map(|count| {
        let (name, rest) = path.split_at_checked(count)?;
        let member = options::named(members, &name.join("."))?;
        match member.kind {
            _ if rest.is_empty() => Some(member),
            Type::Structure(structure) => member_at(&options::members_of(structure), rest),
            _ => None,
        }
    })
}
