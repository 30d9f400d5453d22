//! Writes the call sites of a file's references, in the order of the references.

use super::sites::{FoundSites, Region};
use crate::calls::{Argument, CallFlags, CallSite, PackedCall};
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
    /// The call site of each call node, a number of `sites`, or [`NONE`].
    written: Vec<u32>,
    /// Each call site with the byte at which it is evaluated and what its block runs under.
    sites: Vec<(CallSite, u32, u16)>,
    /// Regions around the place, the outer before the inner.
    open: Vec<&'s Region>,
    next: usize,
}

impl<'s, 't> SiteWriter<'s, 't> {
    pub(super) fn new(found: &'s FoundSites<'t>) -> SiteWriter<'s, 't> {
        let written = vec![NONE; found.calls.len()];
        SiteWriter { found, written, sites: Vec::new(), open: Vec::new(), next: 0 }
    }

    /// Adds the call site of the reference that was written last.
    pub(super) fn add(&mut self, facts: &mut Facts, mention: &Mention<'_>) {
        let call = mention.call.and_then(|call| self.found.calls.get(call as usize));
        let mut site = CallSite {
            reference: facts.references.len() as u32 - 1,
            order: 0,
            enclosing: None,
            branch_line: 0,
            flags: CallFlags(call.map_or(0, |call| call.flags)),
            first_argument: facts.arguments.len() as u32,
            argument_count: 0,
        };
        if let Some(call) = call {
            let (from, to) = (call.arguments.0 as usize, call.arguments.1 as usize);
            for argument in self.found.arguments.get(from..to).unwrap_or_default() {
                let (name, text) = (facts.intern(argument.name), facts.intern(&argument.text));
                facts.arguments.push(Argument::new(argument.kind, name, text, argument.depth));
            }
            site.argument_count = facts.arguments.len() as u32 - site.first_argument;
            if let Some((around, _, block)) = self.site_of(call.argument_of) {
                site.enclosing = Some(around.reference);
                site.flags.0 |= CallFlags::ARGUMENT | block & CallFlags::SPAWNED;
            }
        }
        self.surround(&mut site, mention);
        if let Some(slot) = mention.call.and_then(|call| self.written.get_mut(call as usize)) {
            *slot = self.sites.len() as u32;
        }
        let block = call.map_or(0, |_| conventions::block_flags(mention.receiver, mention.name));
        self.sites.push((site, call.map_or(mention.end as u32, |call| call.place), block));
    }

    /// Writes the call sites. The first in the order of evaluation gets the lowest number that a
    /// call's reference has, the second the next: most have their own.
    pub(super) fn finish(mut self, facts: &mut Facts) {
        let mut order: Vec<(u32, u32)> =
            (0..).zip(&self.sites).map(|(index, site)| (site.1, index)).collect();
        order.sort_unstable();
        for (at, (_, index)) in order.into_iter().enumerate() {
            self.sites[index as usize].0.order = self.sites[at].0.reference;
        }
        for (site, _, _) in self.sites {
            let reference = &mut facts.references[site.reference as usize];
            let packed = PackedCall::new(&site, reference.line);
            if !packed.is_plain() {
                facts.calls.push(packed);
                reference.set_call(facts.calls.len() as u32);
            }
        }
    }

    /// Adds the flags of the regions around the place, those of other definitions left out.
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
            site.flags.0 |= region.flags;
            if region.flags & CallFlags::BRANCH != 0 && site.branch_line == 0 {
                site.branch_line = region.line;
            }
            if let Some((around, _, block)) = self.site_of(region.call) {
                site.flags.0 |= block;
                site.enclosing = site.enclosing.or(Some(around.reference));
            }
        }
    }

    /// The call site of a call node, where it was added; 0 for none.
    fn site_of(&self, node: usize) -> Option<&(CallSite, u32, u16)> {
        if node == 0 {
            return None;
        }
        let call = self.found.call_at(node)?;
        self.sites.get(*self.written.get(call as usize)? as usize)
    }
}
