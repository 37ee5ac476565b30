import { Alert, Modal, TextInput } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useApp } from '../services.tsx'
import { Button } from './button.tsx'
import { useCell } from './cell.ts'
import styles from './confirmation.module.css'
import type { Asked } from './questions.ts'

/** The only place where the app asks "are you sure", with the verb on the button and who is affected. */
export function Confirmation() {
  const { t, questions } = useApp()
  const asked = useCell(questions.asked)
  // The text stays while the dialog fades out.
  const [shown, setShown] = useState<Asked>()
  useEffect(() => {
    if (asked) setShown(asked)
  }, [asked])
  return (
    <Modal
      opened={asked !== undefined}
      onClose={() => asked?.answer(false)}
      title={(asked ?? shown)?.title}
      classNames={{ title: styles.title ?? '' }}
      zIndex={400}
      centered
      closeButtonProps={{ 'aria-label': t('shell.close') }}
    >
      {(asked ?? shown) && <Body key={shown?.title} asked={asked ?? shown!} />}
    </Modal>
  )
}

function Body({ asked }: { asked: Asked }) {
  const { t } = useApp()
  const [typed, setTyped] = useState('')
  const held = asked.typed !== undefined && typed !== asked.typed
  return (
    <form
      className="stack16"
      onSubmit={(event) => {
        event.preventDefault()
        if (!held) asked.answer(true)
      }}
    >
      {asked.text && <div className={styles.text}>{asked.text}</div>}
      {asked.online !== undefined && (
        <Alert color={asked.online > 0 ? 'orange' : 'gray'} className={styles.online ?? ''}>
          {t('confirm.online', { count: asked.online })}
        </Alert>
      )}
      {asked.typed !== undefined && (
        <TextInput
          label={t('confirm.type', { text: asked.typed })}
          data-autofocus
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          autoComplete="off"
          dir="auto"
        />
      )}
      <div className="buttonsAtEnd">
        <Button
          label={t('confirm.cancel')}
          data-autofocus={(asked.danger && asked.typed === undefined) || undefined}
          onClick={() => asked.answer(false)}
        />
        <Button
          label={asked.verb}
          primary
          type="submit"
          color={asked.danger ? 'red.9' : 'water'}
          disabled={held}
          data-autofocus={!asked.danger || undefined}
        />
      </div>
    </form>
  )
}
