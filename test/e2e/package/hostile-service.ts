import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Server } from './server.ts'

/** What somebody who has taken over the service's user could do. */

export const become = ['setpriv', '--reuid=sluice', '--regid=sluice', '--init-groups']

export const asService = ({ run }: Server, script: string): string =>
  run(...become, 'sh', '-c', `set -e; ${script}`)

const program = '/opt/sluice/panel/current/bin/sluice'

/** The command of the panel is the service's file. */
export const replaceProgram = (server: Server, script: string): string =>
  asService(server, `cat >${program} <<'END'\n${script}\nEND`)

/** Types a command into every terminal that it can reach (TIOCSTI), and says whether it has one. */
export const typingProgram = `#!/usr/bin/perl
open(my $own, '+<', '/dev/tty');
for my $handle (*STDIN, *STDOUT, *STDERR, $own) {
  next unless defined fileno($handle);
  ioctl($handle, 0x5412, $_) for split //, ": >typed\n";
}
print -t STDIN ? "asks\n" : "runs\n";`

const person = `rm -f done
(
  echo "$1; : >done"
  tries=0
  until [ -e done ] || [ $tries -gt 600 ]; do tries=$((tries + 1)); sleep 0.05; done
  echo exit
) | script -qec "sh -i" /dev/null
rm -f done`

/** A shell of root on a terminal, into which a person types this, and `exit` when it has ended. */
export const onTerminal = ({ run }: Server, command: string): string => run('sh', '-c', person, 'sh', command)

/** Whether a command that a person calls was able to type another one. */
export function typedBy(server: Server, command: string): { said: string; typed: boolean } {
  const mark = join(server.root, 'root/typed')
  rmSync(mark, { force: true })
  const said = onTerminal(server, command)
  return { said, typed: existsSync(mark) }
}

/** As the installer of earlier versions left it: all of /opt/sluice is the service's. */
export function bringOldLayout({ run }: Server): void {
  run('mv', '/opt/sluice/panel', '/opt/before')
  run('rm', '-rf', '/opt/sluice')
  run('mv', '/opt/before', '/opt/sluice')
}

/** The unit of those versions. */
export const bringOldUnit = ({ run }: Server): string =>
  run(
    ...['sed', '-i', '-e', 's#^ExecStart=.*#ExecStart=/opt/sluice/current/bin/sluice run#'],
    ...['-e', 's#^ReadWritePaths=.*#ReadWritePaths=/opt/sluice#', '/etc/systemd/system/sluice.service'],
  )
