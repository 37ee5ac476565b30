import { Alert, NumberInput, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, Suspense, useState } from 'react'
import { endpoints, useCall } from '../../api/endpoints.ts'
import type { Reply } from '../../api/remote.ts'
import { useLeaveGuard } from '../../forms/use-leave-guard.ts'
import { lazyWithWords } from '../../i18n/lazy-with-words.ts'
import type { PlainKey } from '../../i18n/translation.tsx'
import { useParam } from '../../router/use-url-state.ts'
import { useApp } from '../../services.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { useSayAll } from '../../ui/say-error.ts'
import { Failed } from '../../ui/states.tsx'
import { useUndoAct } from '../../undo/use-undo-act.ts'
import styles from './bulk.module.css'
import { mostNames, namesOf } from './name-pattern.ts'
import { NewLimitsFields, useNewLimits } from './new-limits.tsx'
import { tunnelsAmong } from './tunnels.ts'

const Pools = lazyWithWords(() => import('./wireguard-pools.tsx'), 'Pools', 'wireguard')

/** A dialog that creates many clients, opened by `?new=`. */
export function ManyDialog({ of, title, children }: { of: string; title: PlainKey; children: ReactNode }) {
  const { t, router } = useApp()
  return (
    <Dialog
      opened={useParam('new') === of}
      onClose={() => router.setParams({ new: undefined })}
      title={t(title)}
      size={620}
    >
      {children}
    </Dialog>
  )
}

type Created = Reply<typeof import('#contract/clients-bulk-api.ts').clientsBulkApi['create']>

/** How many were created, who was skipped and why, and the way back. */
export function ManyCreated({ done }: { done: Created }) {
  const { t, router } = useApp()
  const say = useSayAll(done.skipped?.[0]?.reasonCoded)
  const undo = useMutation({
    mutationFn: useUndoAct(),
    onSuccess: () => router.setParams({ new: undefined }),
  })
  const number = done.undo
  return (
    <div className="stack14">
      <Alert color="teal" role="status">
        {t('clientImport.done', { count: done.created })}
      </Alert>
      <Lines
        title={t('clientImport.skipped', { count: done.skipped?.length ?? 0 })}
        lines={(done.skipped ?? []).map((one) => `${one.email}: ${say(one.reasonCoded, one.reason)}`)}
      />
      {undo.error && <Failed error={undo.error} />}
      {number !== undefined && (
        <div className="buttonsAtEnd">
          <Button label={t('toast.undo')} call={undo} input={number} />
        </div>
      )}
    </div>
  )
}

/** So many lines are listed; the rest is dots. */
const MOST_LINES = 6

export function Lines({ title, lines }: { title: string; lines: readonly string[] }) {
  if (lines.length === 0) return null
  return (
    <Alert color="orange" title={title}>
      <ul className="indentedList">
        {lines.slice(0, MOST_LINES).map((line) => (
          <li key={line} dir="auto">
            {line}
          </li>
        ))}
        {lines.length > MOST_LINES && <li>…</li>}
      </ul>
    </Alert>
  )
}

/** So many names of the preview are written out. */
const NAMED = 3

export const NewMany = () => (
  <ManyDialog of="many" title="many.title">
    <Body />
  </ManyDialog>
)

/** A pattern of names, a number, and what they all get; created with one request. */
function Body() {
  const { t } = useApp()
  const limits = useNewLimits()
  const tunnels = tunnelsAmong(limits.known, limits.inboundIds)
  const [pattern, setPattern] = useState('')
  const [count, setCount] = useState<string | number>(10)
  const names = pattern.trim() === '' ? [] : namesOf(pattern, Number(count))
  const creation = useCall(endpoints.clientsBulk.create, { onSuccess: limits.remember })
  const done = creation.data
  useLeaveGuard(pattern !== '' && !done && !creation.isPending, ['new'])
  if (done) return <ManyCreated done={done} />
  function submit(event: FormEvent) {
    event.preventDefault()
    if (names.length === 0 || creation.isPending) return
    const [fields, { inboundIds }] = [limits.fields(), limits]
    creation.mutate({ body: names.map((email) => ({ client: { ...fields, email }, inboundIds })) })
  }
  return (
    <form className="stack14" onSubmit={submit} noValidate>
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
      {tunnels.length > 0 && (
        <Suspense fallback={null}>
          <Pools tunnels={tunnels} label="wireguard.newGets" />
        </Suspense>
      )}
      {creation.error && <Failed error={creation.error} title={t('clientImport.failed')} />}
      <div className="buttonsAtEnd">
        <Button
          label={t('clientImport.create', { count: names.length })}
          primary
          type="submit"
          disabled={names.length === 0}
          loading={creation.isPending}
        />
      </div>
    </form>
  )
}

/** `shop-001, shop-002, shop-003 … shop-050`. */
const previewOf = (names: readonly string[]): string =>
  names.length > NAMED + 1 ? `${names.slice(0, NAMED).join(', ')} … ${names.at(-1)}` : names.join(', ')
