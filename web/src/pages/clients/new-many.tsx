import { Button, NumberInput, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { endpoints } from '../../api/endpoints.ts'
import { useLeaveGuard } from '../../forms/use-leave-guard.ts'
import { useTranslation } from '../../i18n/translation.tsx'
import { useServices } from '../../services.tsx'
import { Failed } from '../../ui/failed.tsx'
import layout from '../../ui/layout.module.css'
import styles from './bulk.module.css'
import { ManyCreated, ManyDialog } from './many-dialog.tsx'
import { mostNames, namesOf } from './name-pattern.ts'
import { NewLimitsFields, useNewLimits } from './new-limits.tsx'

/** So many names of the preview are written out. */
const NAMED = 3

export const NewMany = () => (
  <ManyDialog of="many" title="many.title">
    <Body />
  </ManyDialog>
)

/** A pattern of names, a number, and what they all get; created with one request. */
function Body() {
  const { t } = useTranslation()
  const { api } = useServices()
  const limits = useNewLimits()
  const [pattern, setPattern] = useState('')
  const [count, setCount] = useState<string | number>(10)
  const names = pattern.trim() === '' ? [] : namesOf(pattern, Number(count))
  const creation = useMutation({
    mutationFn() {
      const fields = limits.fields()
      const { inboundIds } = limits
      const body = names.map((email) => ({ client: { ...fields, email }, inboundIds }))
      return api.call(endpoints.clientsBulk.create, { body })
    },
    onSuccess: limits.remember,
  })
  const done = creation.data
  useLeaveGuard(pattern !== '' && !done && !creation.isPending, ['new'])
  if (done) return <ManyCreated done={done} />
  function submit(event: FormEvent) {
    event.preventDefault()
    if (names.length > 0 && !creation.isPending) creation.mutate()
  }
  return (
    <form className={layout.stack14} onSubmit={submit} noValidate>
      <TextInput
        name="pattern"
        label={t('many.pattern')}
        description={t('many.patternHint', { pattern: 'shop-{001}', first: 'shop-001', second: 'shop-002' })}
        value={pattern}
        onChange={(event) => setPattern(event.currentTarget.value)}
        placeholder="shop-{001}"
        data-autofocus
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        dir="auto"
      />
      <NumberInput
        name="count"
        label={t('many.count')}
        value={count}
        onChange={setCount}
        min={1}
        max={mostNames}
        allowDecimal={false}
      />
      <p role="status" className={styles.preview} dir="auto">
        {previewOf(names)}
      </p>
      <NewLimitsFields of={limits} />
      {creation.error && <Failed error={creation.error} title={t('clientImport.failed')} />}
      <div className={layout.buttonsAtEnd}>
        <Button type="submit" disabled={names.length === 0} loading={creation.isPending}>
          {t('clientImport.create', { count: names.length })}
        </Button>
      </div>
    </form>
  )
}

/** `shop-001, shop-002, shop-003 … shop-050`. */
const previewOf = (names: readonly string[]): string =>
  names.length > NAMED + 1 ? `${names.slice(0, NAMED).join(', ')} … ${names.at(-1)}` : names.join(', ')
