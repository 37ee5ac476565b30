/** Tried where nobody names a site: large, steady, not a CDN of everybody, and none that the core itself warns of (Apple, Microsoft). */
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
