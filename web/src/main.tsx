import './ui/mantine-styles.ts'
import './ui/global.css'
import { createRoot } from 'react-dom/client'
import { basePath } from './api/base-path.ts'
import { App } from './app.tsx'
import { chosenLanguage, languages } from './i18n/languages.ts'
import { createServices } from './services.tsx'

const language = chosenLanguage()
const messages = await languages[language].load()
// Before the first paint, so that nothing jumps from one side to the other.
document.documentElement.lang = language
document.documentElement.dir = languages[language].dir

const root = document.getElementById('root')
if (!root) throw new Error('the page has no root element')
createRoot(root).render(<App services={createServices(basePath())} first={{ language, messages }} />)
