import { useQuery } from '@tanstack/react-query'
import type { AllSettingView } from '#contract/settings.ts'
import { endpoints } from '../../api/endpoints.ts'
import { replyOf } from '../../api/queries.ts'
import { useServices } from '../../services.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { AccountForm } from './account-form.tsx'
import { ApiTokens } from './api-tokens.tsx'
import { Card } from './card.tsx'
import { Sessions } from './sessions.tsx'
import { StoredSecrets } from './stored-secrets.tsx'
import { TwoFactor, TwoFactorState } from './two-factor.tsx'
import type { SettingWords } from './words.ts'

/** Who can log in, and how. */
export function SecurityCards({ stored, words }: { stored: AllSettingView; words: SettingWords }) {
  const { api } = useServices()
  const who = useQuery(replyOf(api, endpoints.setup.state))
  return (
    <>
      <Card id="twoFactor" words={words} aside={<TwoFactorState on={stored.twoFactorEnable} />}>
        <Loaded query={who}>{({ username }) => <TwoFactor username={username} stored={stored} />}</Loaded>
      </Card>
      <Card id="logins" words={words}>
        <Sessions />
      </Card>
      <Card id="tokens" words={words}>
        <ApiTokens />
      </Card>
      <Card id="account" words={words}>
        <Loaded query={who}>
          {({ username }) => (
            <AccountForm key={username} username={username} twoFactor={stored.twoFactorEnable} />
          )}
        </Loaded>
      </Card>
      <Card id="secrets" words={words}>
        <StoredSecrets stored={stored} />
      </Card>
    </>
  )
}
