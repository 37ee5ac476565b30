/**
 * Tried if no site is given: large, stable, not a shared CDN, and not one that the core warns about (Apple, Microsoft).
 */
export const realityCandidates = [
  'www.nvidia.com',
  'www.amd.com',
  'www.intel.com',
  'www.oracle.com',
  'www.samsung.com',
  'www.cisco.com',
  'www.dell.com',
  'www.logitech.com',
  'addons.mozilla.org',
  'www.python.org',
]
