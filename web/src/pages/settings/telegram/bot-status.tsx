import { useQuery } from '@tanstack/react-query'
import type { BotState } from '#contract/telegram-api.ts'
import { endpoints } from '../../../api/endpoints.ts'
import { replyOf } from '../../../api/queries.ts'
import { useTranslation } from '../../../i18n/translation.tsx'
import { useServices } from '../../../services.tsx'
import { Loaded } from '../../../ui/loaded.tsx'
import { StatusWord } from '../../../ui/status-word.tsx'
import { useSayCoded } from '../../../ui/use-say-coded.ts'
import styles from '../backup/backup.module.css'

/** The bot starts and stops by itself after a save, so its state is read again from time to time. */
const againMs = 3_000

export function BotStatus() {
  const { api } = useServices()
  const state = useQuery({
    ...replyOf(api, endpoints.telegram.state),
    staleTime: 0,
    refetchInterval: againMs,
  })
  return (
    <Loaded query={state} rows={1}>
      {(found) => <Line state={found} />}
    </Loaded>
  )
}

const states = {
  off: { tone: 'none', word: 'telegram.off' },
  starting: { tone: 'none', word: 'telegram.starting' },
  running: { tone: 'good', word: 'telegram.running' },
  failed: { tone: 'bad', word: 'telegram.failed' },
} as const

function Line({ state: { state, username, reason, reasonCoded } }: { state: BotState }) {
  const { t } = useTranslation()
  const say = useSayCoded(reasonCoded)
  const { tone, word } = states[state]
  const said = word === 'telegram.running' ? t(word, { name: username }) : t(word)
  return (
    <p className={styles.status} role="status">
      <StatusWord tone={tone} word={said} />
      {reason !== '' && (
        <span className={styles.dim} dir="auto">
          {say(reasonCoded, reason)}
        </span>
      )}
    </p>
  )
}
