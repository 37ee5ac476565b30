import { useState } from 'react'
import { useTranslation } from '../i18n/translation.tsx'
import { Button } from './button.tsx'
import { copyText } from './copy-text.ts'
import { IconButton } from './icon-button.tsx'
import { CheckIcon, CopyIcon } from './icons.tsx'

interface Props {
  text: string
  /** What is copied, for the name of an icon-only button: "link of Frankfurt". */
  what: string
  /** With a label beside the icon. */
  wide?: boolean
  primary?: boolean
}

/** Says "copied" on the button itself; a toast is not needed. */
export function CopyButton({ text, what, wide, primary }: Props) {
  const { t } = useTranslation()
  const [done, setDone] = useState(false)
  async function copy() {
    if (!(await copyText(text))) return
    setDone(true)
    setTimeout(() => setDone(false), 1_600)
  }
  const Icon = done ? CheckIcon : CopyIcon
  const name = done ? t('copy.done') : t('copy.what', { what })
  if (!wide) return <IconButton icon={Icon} label={name} title={name} onClick={copy} />
  return (
    <Button
      label={done ? t('copy.done') : t('copy.verb')}
      variant={primary ? 'filled' : 'default'}
      icon={Icon}
      aria-label={name}
      onClick={copy}
    />
  )
}
