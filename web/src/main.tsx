import './ui/mantine-styles.ts'
import './ui/global.css'
import { createRoot } from 'react-dom/client'
import { basePath } from './api/base-path.ts'
import { App } from './app.tsx'
import { chosenLanguage, languages } from './i18n/languages.ts'
import { words } from './i18n/words.ts'
import { pageAt } from './routes.tsx'
import { createServices } from './services.tsx'

const services = createServices(basePath())
// Its code is on the way while the words are; a failure is told where it is drawn.
pageAt(services.place.path())
  ?.ahead()
  .catch(() => {})
// A language that cannot be fetched is no reason to show nothing.
await words.speak(chosenLanguage()).catch(() => words.speak('en'))
// Before the first paint, so that nothing jumps from one side to the other.
document.documentElement.lang = words.language()
document.documentElement.dir = languages[words.language()].dir

const root = document.getElementById('root')
if (!root) throw new Error('the page has no root element')
createRoot(root).render(<App services={services} />)
