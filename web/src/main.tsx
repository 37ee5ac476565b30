import './ui/mantine-styles.ts'
import './ui/global.css'
import './ui/layout.css'
import './ui/texts.css'
// Before any dialog listens: listeners are called in their order.
import './ui/escape-layers.ts'
import { createRoot } from 'react-dom/client'
import { languages } from '#domain/words/languages.ts'
import { basePath } from './api/base-path.ts'
import { App } from './app.tsx'
import { createServices } from './create-services.ts'
import { chosenLanguage } from './i18n/chosen-language.ts'
import { words } from './i18n/words.ts'
import { pageAt } from './routes.tsx'

/** Not at the top level of the module: what it loads needs the file that it is in, and would wait for its end. */
async function start(): Promise<void> {
  const services = createServices(basePath())
  // The code loads while the messages do; a failure is shown at render.
  pageAt(services.router.path())
    ?.ahead()
    .catch(() => {})
  // A language that cannot be loaded must not blank the page.
  await words.speak(chosenLanguage()).catch(() => words.speak('en'))
  // Before the first paint, so that the layout does not flip.
  document.documentElement.lang = words.language()
  document.documentElement.dir = languages[words.language()].dir

  const root = document.getElementById('root')
  if (!root) throw new Error('the page has no root element')
  createRoot(root).render(<App services={services} />)
}

void start()
