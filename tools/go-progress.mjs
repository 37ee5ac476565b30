// What a build by Go says while it goes on: a line every few seconds, so that nobody wonders whether it hangs.

const lineMs = 10_000

/** Counts the modules that are fetched and the packages that are compiled; `print` gets a line now and then. */
export function createGoProgress(name, print, now = () => performance.now()) {
  const began = now()
  let told = began
  let modules = 0
  let packages = 0
  let total = 0
  const seconds = () => `${Math.round((now() - began) / 1000)} s`
  const say = (text) => {
    if (now() - told < lineMs) return
    told = now()
    print(`  ${name}: ${text}, ${seconds()}`)
  }
  return {
    /** A line of `go list`, while it fetches. */
    fetching(line) {
      if (!line.startsWith('go: downloading')) return
      modules++
      say(`fetching modules, ${modules} so far`)
    },
    /** All packages of the program, as `go list -deps` names them. */
    found(output) {
      total = output.split('\n').filter((line) => line !== '' && !line.startsWith('go: ')).length
    },
    /** A line of `go build -v`: a package. */
    compiling(line) {
      if (line === '' || line.startsWith('go: ')) return
      packages++
      say(`${Math.min(packages, total)} of ${total} packages`)
    },
    done: () => print(`  ${name}: built in ${seconds()}`),
  }
}
