import { Button, FileButton, Group, Input, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from '../../i18n/translation.tsx'
import styles from './settings.module.css'

interface Props {
  label: string
  name: string
  value: string
  error?: ReactNode
  description?: ReactNode
  onChange(event: { currentTarget: { value: string } }): void
}

const readAsDataUrl = (file: File): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result))
    reader.onerror = () => reject(reader.error)
    reader.readAsDataURL(file)
  })

/** A small picture, kept as a data URL in the setting itself. */
export function PictureField({ label, name, value, error, description, onChange }: Props) {
  const { t } = useTranslation()
  const set = (next: string) => onChange({ currentTarget: { value: next } })
  const choose = (file: File | null) => {
    if (file) readAsDataUrl(file).then(set, () => set(''))
  }
  return (
    <Input.Wrapper
      label={label}
      error={error}
      description={description}
      inputWrapperOrder={['label', 'input', 'error', 'description']}
      data-setting={name}
    >
      <Group gap="xs">
        {value !== '' && <img className={styles.logo} src={value} alt="" />}
        <FileButton onChange={choose} accept="image/png,image/jpeg,image/webp,image/svg+xml">
          {(props) => (
            <Button {...props} variant="default" aria-label={`${label}: ${t('settings.choosePicture')}`}>
              {t('settings.choosePicture')}
            </Button>
          )}
        </FileButton>
        {value !== '' && (
          <Button
            variant="subtle"
            onClick={() => set('')}
            aria-label={`${label}: ${t('settings.removePicture')}`}
          >
            {t('settings.removePicture')}
          </Button>
        )}
      </Group>
    </Input.Wrapper>
  )
}

/** Typed or picked; blank is the panel's own colour. */
export function ColourField(props: Props) {
  return (
    <TextInput
      {...props}
      inputWrapperOrder={['label', 'input', 'error', 'description']}
      dir="ltr"
      spellCheck={false}
      autoComplete="off"
      placeholder="#0b6c78"
      rightSection={
        <input
          type="color"
          className={styles.colour}
          aria-label={props.label}
          value={/^#[0-9a-f]{6}$/i.test(props.value) ? props.value : '#0b6c78'}
          onChange={props.onChange}
        />
      }
    />
  )
}
