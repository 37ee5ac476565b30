/** The binary of the core: where it comes from, whether it may be started, and the steps of an install. */
export const coreBinary = {
  'core.none-configured': 'This panel has no core of its own, because SLUICE_CORE_BIN is none.',
  'core.bin-configured': 'SLUICE_CORE_BIN names the core of this panel. Change or unset it, then install.',
  'core.version-invalid': '"{text}" is not a version of Xray. Write it like {example}.',
  'core.version-too-old': 'Xray {version} is too old for this panel. Use {oldest} or newer.',
  'core.version-differs': 'The binary should be Xray {version} and says that it is {found}.',
  'core.release-unlisted': 'Xray {version} is not a version among the releases that this panel can install.',
  'core.install-going-on': 'Another install of the core is running. Wait for it to finish.',
  'core.other-install': 'Xray {version} is being installed. Wait for it, then try again.',
  'core.no-build-for-processor':
    'There is no core for a {arch} processor. Name a binary of your own in SLUICE_CORE_BIN.',
  'core.binary-not-startable': '{binary} cannot be started as a core: {reason}.',
  'core.binary-no-version-in-time': '{binary} did not say its version within {seconds} s.',
  'core.binary-not-xray': '{binary} is not Xray: it did not say a version.',
  'core.build-no-module': "{folder} does not hold the core's go.mod.",
  'core.build-too-slow': 'Go did not finish within {minutes} minutes.',
  'core.build-cancelled': 'The build was cancelled.',
  'core.build-failed': 'Go could not build the core: {reason}.',
  'core.hash-malformed': 'Write the 64 hexadecimal characters of the SHA-256 of the archive.',
  'core.hash-unknown':
    'The panel does not know the SHA-256 of {asset} of Xray {version} by itself; the release names {hash}. Compare it with https://github.com/XTLS/Xray-core/releases/tag/v{version} and confirm it: send it as "sha256" with the install, or run: sluice core install -version {version} -sha256 {hash}.',
  'core.hash-unpinned':
    'Xray {version} is not the version that this panel pins ({pinned}); the release names the SHA-256 {hash} for {asset}. Compare it with https://github.com/XTLS/Xray-core/releases/tag/v{version} and confirm it: send it as "sha256" with the install, or run: sluice core install -version {version} -sha256 {hash}.',
  'core.hash-not-confirmed': 'The SHA-256 of {asset} of Xray {version} is {known}, not {given}.',
  'core.hash-mismatch':
    '{asset} of {version} has the SHA-256 {found} and not {expected}, so it is not installed.',
  'core.release-without-hash': 'The release {version} has no SHA-256 for {asset}, so it is not installed.',
  'core.archive-encrypted': 'The archive of the core is encrypted.',
  'core.archive-link': 'The archive of the core holds a link in place of the program.',
  'core.archive-too-large': 'The core in the archive is larger than allowed.',
  'core.archive-unreadable': 'The archive of the core cannot be read: {reason}.',
  'core.archive-broken': 'The archive of the core is broken: {reason}.',
  'core.archive-without-xray': 'The archive of the core does not hold a file named xray.',
  'core.cache-unusable':
    'No core can be kept in the cache: {reason}. Remove it, or set XDG_CACHE_HOME to a folder of your own.',
  'core.path-is-link': '{path} is a link.',
  'core.path-of-other-user': '{path} belongs to another user.',
  'core.path-open': 'other users can write to {path}.',
  'core.cache-changed': '{path} changed while it was copied. Try again.',
  'core.open-to-others':
    'The core is not started: {reason}. Allow only its owner to write there and install it again (sluice core install), or name your own in SLUICE_CORE_BIN.',
  'core.replaced':
    'The core is not started: {binary} is not the one that was installed (its SHA-256 is {found}, not {expected}). Install it again (sluice core install), or name your own in SLUICE_CORE_BIN.',
  'core-step.building': 'Building Xray with Go: one to five minutes the first time.',
  'core-step.fetching-modules': 'Fetching its modules ({count} so far).',
  'core-step.release-failed': 'The release cannot be downloaded: {failures}.',
  'core.release-failed': 'The release: {reason}.',
  'core.go-failed': 'Go: {reason}.',
  'core-step.downloading': 'Downloading Xray {version} ({asset}).',
  'core-step.downloaded': 'Downloading Xray {version}: {percent} %.',
  'core-step.checking': 'Checking its SHA-256.',
  'core-step.unpacking': 'Unpacking it.',
  'core-step.copying': 'Copying it to {path}.',
  'core-step.installed': 'Xray {version} is installed.',
  'core.not-installed':
    'Xray {version} could not be installed. {failures}. Check the network and try again, install one from a file (`sluice core install -file PATH`, or Home, Core version), or name a binary of your own in SLUICE_CORE_BIN.',
  'core.not-installed-pinned':
    'Xray {version} could not be installed. {failures}. Check the network and the DNS of this server, or name a mirror of Go modules in GOPROXY; or install one from a file (`sluice core install -file PATH`, or Home, Core version).',
  'core.go-archive-broken': 'The archive of Go cannot be unpacked: {reason}.',
  'core.go-hash-mismatch': 'Go {go} from {host} has the hash {found} and not {expected}, so it is not used.',
  'core.go-proxy-none':
    'GOPROXY names no server that has Go. Set it to an address, for example https://go.example.com.',
  'core.go-unknown-for-processor':
    'The panel has no pinned Go {go} for a {arch} processor. Install Go 1.26 or newer.',
  'core-step.go-needed':
    'Xray {version} is built here once, from pinned sources: two to ten minutes. Go {go} ({megabytes} MB) is downloaded for it and removed afterwards.',
  'core-step.go-downloaded': 'Downloading Go {go}: {percent} %.',
  'core-step.go-unpacking': 'Checking and unpacking Go {go}.',
  'core-step.built': 'Building Xray: {percent} % ({done} of {total} packages).',
  'core.file-unknown': 'There is no uploaded file with the SHA-256 {hash}. Upload it again.',
  'core.file-needs-hash': 'Send the SHA-256 of the file that you compared, as "sha256".',
  'core.file-not-a-core': 'The file is neither a release archive of Xray (.zip) nor a Linux program.',
  'core.file-unconfirmed':
    '{name} has the SHA-256 {hash}. Compare it with the source of the file, then run the command again with -sha256 {hash}.',
  'core.file-hash-differs': '{name} has the SHA-256 {found} and not {expected}, so it is not installed.',
  'core.file-unreadable': '{file} cannot be read: {reason}.',
  'core.file-not-installed': 'Nothing was installed.',
} as const
