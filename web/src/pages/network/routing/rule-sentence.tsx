import type { Block } from '#contract/inbound.ts'
import type { PlainKey } from '../../../i18n/translation.tsx'
import { useTranslation } from '../../../i18n/translation.tsx'
import { type Part, type PartKind, partsOf, privateWord, tagOfTarget, targetOf } from './rule.ts'
import styles from './rule-sentence.module.css'
import type { Target } from './targets.ts'

const words = {
  user: 'rule.user',
  inboundTag: 'rule.inbound',
  source: 'rule.source',
  domain: 'rule.to',
  ip: 'rule.to',
  port: 'rule.port',
  network: 'rule.over',
  protocol: 'rule.protocol',
  other: 'rule.other',
} as const satisfies Record<PartKind, PlainKey>

/** Domains and IPs in one rule both have to match: "to example.com at 10.0.0.0/8". */
const wordOf = ({ kind }: Part, parts: readonly Part[]): PlainKey =>
  kind === 'ip' && parts.some((other) => other.kind === 'domain') ? 'rule.at' : words[kind]

const SHOWN = 3

/** `domain:` is what people mean by a plain name. */
const face = (value: string) => value.replace(/^domain:/, '')

function Values({ part: { values } }: { part: Part }) {
  const { t } = useTranslation()
  const rest = values.slice(SHOWN)
  return (
    <>
      {values.slice(0, SHOWN).map((value) => (
        <span key={value} className={styles.value}>
          <bdi>{value === privateWord ? t('rule.private') : face(value)}</bdi>
        </span>
      ))}
      {rest.length > 0 && (
        <span className="dim85" title={rest.map(face).join(', ')}>
          {t('rule.more', { count: rest.length })}
        </span>
      )}
    </>
  )
}

/** "geosite:openai → WARP": what it matches, and its outbound. */
export function RuleSentence({ rule, targets }: { rule: Block; targets: readonly Target[] }) {
  const { t } = useTranslation()
  const target = targetOf(rule)
  const parts = partsOf(rule)
  return (
    <span className={styles.sentence}>
      {parts.length === 0 && <span className={styles.value}>{t('rule.everything')}</span>}
      {parts.map((part) => (
        <span key={part.kind} className={styles.part}>
          <span className="dim82">{t(wordOf(part, parts))}</span>
          <Values part={part} />
        </span>
      ))}
      <TargetName target={target} targets={targets} />
    </span>
  )
}

/** The target, with its kind shown by colour and shape. */
export function TargetName({ target, targets }: { target: string; targets: readonly Target[] }) {
  const { t } = useTranslation()
  const known = targets.find(({ value }) => value === target)
  const tone = known?.tone ?? 'missing'
  return (
    <span className={styles.to}>
      <span className={styles.arrow} aria-hidden="true">
        →
      </span>
      <span className={styles.target} data-tone={tone}>
        <bdi>{tagOfTarget(target) || t('rule.nowhere')}</bdi>
        {known?.kind === 'balancer' && <small> {t('rule.balancer')}</small>}
        {target !== '' && !known && <small> {t('rule.missing')}</small>}
      </span>
    </span>
  )
}
