import { useTranslation } from '../i18n/translation.tsx'

declare global {
  interface Window {
    /** The panel of a demo writes it into the page. */
    SLUICE_DEMO?: boolean
  }
}

/** Says on every page of a demo that nothing on it is real. */
export function DemoMark() {
  const { t } = useTranslation()
  if (!window.SLUICE_DEMO) return null
  return (
    <p className="warningStrip" data-demo>
      {t('demo.mark')}
    </p>
  )
}
