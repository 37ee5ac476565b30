/** Updates of the panel itself: the release list, the archive, and why another version was not kept. */
export const updates = {
  'update.from-source':
    'This panel runs from its source code and does not update itself. Stop it, run "git pull" in its folder, and start it again with "npm start".',
  'update.without-parent':
    'This panel was not started by its service, so it cannot switch to another version. In a container, use a newer image; otherwise start it with "sluice run".',
  'update.no-list':
    'No release list is configured, so the panel cannot check for updates. Set one in Settings › About.',
  'update.busy': 'An update is already running. Wait for it to finish.',
  'update.nothing-newer': 'There is no version newer than {version} for this machine. Nothing was changed.',
  'update.not-alone':
    'The update changes the database tables, and the panel "{name}" uses the same database. Stop that panel first, then update both.',
  'update.signature-unreadable':
    'The signature of the release list cannot be read, so the list is not used. Try again later, or use another list.',
  'update.signature-unknown':
    'The release list is signed with a key that this version does not know, so it is not used. Use the list that this panel was installed from.',
  'update.signature-wrong':
    'The signature of the release list is wrong: the list was changed on its way, so it is not used. Try again later, or use another list.',
  'update.list-unreadable':
    'The release list is signed, but it cannot be read. Try again later, or install the new version manually.',
  'update.list-old':
    'The release list is older than the one that was read before, so it is not used. Its server may be hiding an update: try again later, or use another list.',
  'update.no-archive': 'Version {version} has no archive for a {arch} processor. Nothing was changed.',
  'update.hash-mismatch':
    'The archive of version {version} has the SHA-256 {found} and not {expected}, so it is not installed. Try again later.',
  'update.archive-broken': 'The archive of the new version is damaged, so it is not installed. Try again.',
  'update.archive-escapes':
    'The archive of the new version holds the name "{name}", which leads out of its folder. It is not installed.',
  'update.archive-odd':
    'The archive of the new version holds "{name}", which is neither a file nor a folder. It is not installed.',
  'update.archive-too-large':
    'The archive of the new version would unpack to more than a release can be. It is not installed.',
  'update.other-release':
    'The archive does not hold version {version} as the release list describes it, so it is not installed. Try again later.',
  'update.not-kept':
    'The database could not be copied before the update, so the update was cancelled: {reason}. Free some space and try again.',
  'update.interrupted': 'The update was interrupted before the new version could start. Start it again.',
  'update.exited': 'The new version exited with status {status}.',
  'update.not-ready': 'The new version was not ready within {seconds} seconds.',
  'update.unhealthy': 'The new version started, but something is wrong with it: {reason}.',
  'cli.panel-not-running': 'The panel does not run. Start it, then update it.',
  'cli.update-needs-yes': 'Nothing was changed: add --yes to update without being asked.',
  'cli.update-failed': 'The update to {version} failed; nothing was changed: {reason}.',
  'cli.update-rolled-back': 'Version {version} did not work, so {from} is back: {reason}.',
  'cli.update-unknown': 'The update did not end within an hour. Look at Settings, About.',
  'update.no-answer': 'it does not answer.',
  'update.core-stopped': 'its core does not run, although it ran before.',
} as const
