//! Memory that is read at random: large pages and prefetch.
//!
//! With pages of 4 KiB nearly every look into a large table misses the processor's list of pages
//! as well as its caches; `engine/SEARCH.md` has what large pages and the prefetch brought.

// The only such code of the search; each block says why it is sound.
#![allow(unsafe_code)]

use std::sync::atomic::AtomicU64;

use memmap2::MmapMut;

/// Words that begin as zero, from the system directly: their pages are there when first written.
pub(super) struct Words {
    map: MmapMut,
    count: usize,
}

impl Words {
    /// So many words, aligned to a page; `None` where the memory cannot be had.
    pub fn zeroed(count: usize) -> Option<Words> {
        let bytes = count.checked_mul(size_of::<AtomicU64>())?;
        let map = MmapMut::map_anon(bytes.max(1)).ok()?;
        // Without large pages everything works, a little slower.
        #[cfg(target_os = "linux")]
        let _ = map.advise(memmap2::Advice::HugePage);
        Some(Words { map, count })
    }

    /// All of them.
    #[inline(always)]
    pub fn all(&self) -> &[AtomicU64] {
        // Sound: the map holds `count` words of 8 bytes, set to zero by the system, and begins at
        // a page, so it is aligned for them; an `AtomicU64` is as long as a `u64` and every bit
        // pattern is one. Its bytes are reached in no other way while the borrow lasts, for
        // whatever else there is takes the words by `&mut self`.
        unsafe { std::slice::from_raw_parts(self.map.as_ptr().cast(), self.count) }
    }

    /// Sets all to zero.
    pub fn clear(&mut self) {
        self.map.fill(0);
    }
}

/// Asks the processor for the cache line of a word that will be read soon.
#[inline(always)]
pub(super) fn prefetch(word: &AtomicU64) {
    #[cfg(target_arch = "x86_64")]
    {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        // Sound: a hint; it reads nothing into the program and may be given any address.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(word).cast()) }
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = word;
}
