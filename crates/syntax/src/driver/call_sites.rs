//! Writes the call sites of a file's references, in the order of the references.

use super::sites::{FoundSites, Region};
use crate::calls::{Argument, CallFlags, CallSite};
use crate::conventions;
use crate::facts::{Facts, NONE};

/// One reference that is a call, as it is written.
pub(super) struct Mention<'m> {
    /// The call node it was captured from, where there is one.
    pub(super) call: Option<u32>,
    pub(super) at: usize,
    pub(super) end: usize,
    /// The first byte of the definition it belongs to.
    pub(super) scope_start: usize,
    pub(super) receiver: &'m str,
    pub(super) name: &'m str,
}

/// Goes through references in the order of their places.
pub(super) struct SiteWriter<'s, 't> {
    found: &'s FoundSites<'t>,
    /// The call site of each call node, or [`NONE`].
    written: Vec<u32>,
    /// What the block of each written call site runs under.
    block_flags: Vec<u16>,
    /// Regions around the place, the outer before the inner.
    open: Vec<&'s Region>,
    next: usize,
}

impl<'s, 't> SiteWriter<'s, 't> {
    pub(super) fn new(found: &'s FoundSites<'t>) -> SiteWriter<'s, 't> {
        let written = vec![NONE; found.calls.len()];
        SiteWriter { found, written, block_flags: Vec::new(), open: Vec::new(), next: 0 }
    }

    /// Writes the call site of the reference that was written last.
    pub(super) fn write(&mut self, facts: &mut Facts, mention: &Mention<'_>) {
        let call = mention.call.and_then(|call| self.found.calls.get(call as usize));
        let mut site = CallSite {
            reference: facts.references.len() as u32 - 1,
            first_argument: facts.arguments.len() as u32,
            place: call.map_or(mention.end as u32, |call| call.place),
            enclosing: NONE,
            branch_line: 0,
            argument_count: 0,
            flags: call.map_or(0, |call| call.flags),
        };
        if let Some(call) = call {
            let (from, to) = (call.arguments.0 as usize, call.arguments.1 as usize);
            for argument in self.found.arguments.get(from..to).unwrap_or_default() {
                let (name, text) = (facts.intern(argument.name), facts.intern(&argument.text));
                facts.arguments.push(Argument::new(argument.kind, name, text, argument.depth));
            }
            site.argument_count = (facts.arguments.len() as u32 - site.first_argument) as u16;
            if let Some(around) = self.site_of(call.argument_of) {
                site.enclosing = around;
                site.flags |= CallFlags::ARGUMENT | self.block_flags[around as usize] & CallFlags::SPAWNED;
            }
        }
        self.surround(&mut site, mention);
        let index = facts.calls.len() as u32;
        if let Some(slot) = mention.call.and_then(|call| self.written.get_mut(call as usize)) {
            *slot = index;
        }
        let runs_given = site.argument_count > 0 || site.flags & CallFlags::BLOCK != 0 || call.is_some();
        self.block_flags.push(if runs_given {
            conventions::block_flags(mention.receiver, mention.name)
        } else {
            0
        });
        facts.calls.push(site);
    }

    /// Adds what the regions around the place say, those of other definitions left out.
    fn surround(&mut self, site: &mut CallSite, mention: &Mention<'_>) {
        let at = mention.at;
        while let Some(region) = self.found.regions.get(self.next).filter(|region| region.start <= at) {
            self.open.retain(|open| open.end > region.start);
            self.open.push(region);
            self.next += 1;
        }
        self.open.retain(|open| open.end > at);
        for region in self.open.iter().rev() {
            if region.start < mention.scope_start {
                break;
            }
            if region.without.0 <= at && at < region.without.1 {
                continue;
            }
            site.flags |= region.flags;
            if region.flags & CallFlags::BRANCH != 0 && site.branch_line == 0 {
                site.branch_line = region.line;
            }
            if let Some(around) = self.site_of(region.call) {
                site.flags |= self.block_flags[around as usize];
                if site.enclosing == NONE {
                    site.enclosing = around;
                }
            }
        }
    }

    /// The written call site of a call node; 0 is no node.
    fn site_of(&self, node: usize) -> Option<u32> {
        if node == 0 {
            return None;
        }
        let call = self.found.call_at(node)?;
        self.written.get(call as usize).copied().filter(|site| *site != NONE)
    }
}
