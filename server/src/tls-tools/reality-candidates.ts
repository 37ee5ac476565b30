/** Tried where nobody names a site: large, steady, without a country's filter in the way, and not a CDN of everybody. */
export const realityCandidates = [
  'www.microsoft.com',
  'www.apple.com',
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
