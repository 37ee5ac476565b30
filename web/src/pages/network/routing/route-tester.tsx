import { Alert, Button, NativeSelect, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, type RefObject, useEffect, useRef, useState } from 'react'
import type { Block } from '#contract/inbound.ts'
import { deadEnd } from '#domain/core-config/dead-end.ts'
import { endpoints } from '../../../api/endpoints.ts'
import { machineText } from '../../../forms/form.tsx'
import { useTranslation } from '../../../i18n/translation.tsx'
import { useServices } from '../../../services.tsx'
import { SearchIcon } from '../../../ui/icons.tsx'
import { sayError } from '../../../ui/say-error.ts'
import { useDraft } from '../draft/draft.tsx'
import { rulesOf } from '../draft/template.ts'
import { readQuestion } from '../where.ts'
import styles from './routing.module.css'
import { isApiRule, isOff, saysSame } from './rule.ts'
import { RuleSentence, TargetName } from './rule-sentence.tsx'
import { targetsOf } from './targets.ts'

interface Question {
  where: string
  inbound: string
  email: string
}

/** Asks the running core; drafted rules do not count yet. */
export function RouteTester({ field }: { field: RefObject<HTMLInputElement | null> }) {
  const { t } = useTranslation()
  const { api } = useServices()
  const { stored, about } = useDraft()
  const [asked, setAsked] = useState<Question>({ where: '', inbound: '', email: '' })
  const answer = useMutation({
    mutationFn: ({ where, inbound, email }: Question) => {
      const more = { ...(inbound && { inboundTag: inbound }), ...(email && { email }) }
      return api.call(endpoints.outbounds.routeTest, {
        body: { ...readQuestion(where), network: 'tcp', ...more },
      })
    },
  })
  useAskAgain(stored, () => answer.isSuccess && answer.mutate(answer.variables))
  const set = (part: Partial<Question>) => setAsked((old) => ({ ...old, ...part }))
  function ask(event: FormEvent) {
    event.preventDefault()
    if (asked.where.trim() !== '') answer.mutate(asked)
  }
  return (
    <section className={styles.card} aria-labelledby="route-tester">
      <h2 id="route-tester" className={styles.cardTitle}>
        {t('shell.testerTitle')}
      </h2>
      <form className={styles.tester} onSubmit={ask}>
        <TextInput
          ref={field}
          label={t('tester.where')}
          placeholder="example.com:443"
          leftSection={<SearchIcon size={16} />}
          value={asked.where}
          onChange={(event) => set({ where: event.currentTarget.value })}
          {...machineText}
        />
        <Button type="submit" variant="default" loading={answer.isPending}>
          {t('tester.ask')}
        </Button>
        <details className={styles.askMore}>
          <summary>{t('rule.moreFields')}</summary>
          <div className={styles.askFields}>
            <NativeSelect
              label={t('rule.inbound')}
              value={asked.inbound}
              onChange={(event) => set({ inbound: event.currentTarget.value })}
              data={[{ value: '', label: t('tester.any') }, ...about.inboundTags]}
            />
            <TextInput
              label={t('rule.user')}
              value={asked.email}
              onChange={(event) => set({ email: event.currentTarget.value })}
              autoComplete="off"
              spellCheck={false}
              dir="auto"
            />
          </div>
        </details>
      </form>
      <div role="status" className={styles.answer}>
        {answer.data && (
          <>
            <bdi>{answer.variables?.where}</bdi>
            {answer.data.outboundTag === deadEnd.tag ? (
              <strong>{t('tester.deadEnd')}</strong>
            ) : (
              <TargetName target={`outbound ${answer.data.outboundTag}`} targets={targetsOf(stored, about)} />
            )}
            {answer.data.matched ? (
              <MatchedRules rules={answer.data.rules ?? []} />
            ) : (
              <span className="dim86">{t('tester.default')}</span>
            )}
          </>
        )}
      </div>
      {answer.error && (
        <Alert color="red" variant="light" role="alert">
          {sayError(t, answer.error)}
        </Alert>
      )}
    </section>
  )
}

/** The result shows what is applied, so it is refetched when that changes. */
function useAskAgain(stored: unknown, ask: () => void): void {
  const latest = useRef(ask)
  latest.current = ask
  const seen = useRef(stored)
  useEffect(() => {
    if (seen.current === stored) return
    seen.current = stored
    latest.current()
  }, [stored])
}

/** The rule that decided, by its number in the list; several if it cannot be told which one did. */
function MatchedRules({ rules }: { rules: readonly Block[] }) {
  const { t } = useTranslation()
  const { stored, about } = useDraft()
  const listed = rulesOf(stored).filter((rule) => !isApiRule(rule))
  const targets = targetsOf(stored, about)
  if (rules.length === 0) return <span className="dim86">{t('tester.matched')}</span>
  return (
    <>
      <span className="dim86">{t(rules.length === 1 ? 'tester.byRule' : 'tester.byOneOf')}</span>
      <ul className={styles.matched} aria-label={t('rule.list')}>
        {rules.map((rule) => {
          const at = listed.findIndex((other) => !isOff(other) && saysSame(other, rule))
          return (
            <li key={JSON.stringify(rule)} data-matched-rule={at + 1}>
              {at < 0 ? (
                <span className="dim86">{t('tester.builtIn')}</span>
              ) : (
                <RuleNumber number={at + 1} rule={listed[at]} />
              )}
              <RuleSentence rule={rule} targets={targets} />
            </li>
          )
        })}
      </ul>
    </>
  )
}

/** Opens the rule, unless the draft has changed it. */
function RuleNumber({ number, rule }: { number: number; rule: Block | undefined }) {
  const { t } = useTranslation()
  const { router } = useServices()
  const { template } = useDraft()
  const name = t('tester.rule', { number })
  const at = rulesOf(template).findIndex((other) => rule && saysSame(other, rule))
  if (at < 0) return <strong>{name}</strong>
  return (
    <button
      type="button"
      className={styles.ruleLink}
      onClick={() => router.setParams({ rule: String(at) }, 'push')}
    >
      {name}
    </button>
  )
}
