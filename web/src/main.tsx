import './ui/mantine-styles.ts'
import './ui/global.css'
import { createRoot } from 'react-dom/client'
import { basePath } from './api/base-path.ts'
import { App } from './app.tsx'
import { en } from './i18n/en.ts'
import { chosenLanguage, languages } from './i18n/languages.ts'
import { createServices } from './services.tsx'

const wished = chosenLanguage()
// A language that cannot be fetched is no reason to show nothing.
const first = await languages[wished].load().then(
  (messages) => ({ language: wished, messages }),
  () => ({ language: 'en' as const, messages: en }),
)
// Before the first paint, so that nothing jumps from one side to the other.
document.documentElement.lang = first.language
document.documentElement.dir = languages[first.language].dir

const root = document.getElementById('root')
if (!root) throw new Error('the page has no root element')
createRoot(root).render(<App services={createServices(basePath())} first={first} />)
