import { Alert, PasswordInput, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { SetupState } from '#contract/setup-api.ts'
import { endpoints, keyOf, useReply } from '../../api/endpoints.ts'
import { EntryLine } from '../../entries/entry-line.tsx'
import { FormBody, useForm } from '../../forms/form.tsx'
import { paths } from '../../paths.ts'
import { useParam } from '../../router/use-url-state.ts'
import { useApp } from '../../services.tsx'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { CheckIcon } from '../../ui/icons.tsx'
import { Page } from '../../ui/page.tsx'
import { passwordError } from '../../ui/password-words.ts'
import { QrCode } from '../../ui/qr-code.tsx'
import { useSayAll } from '../../ui/say-error.ts'
import { Loaded } from '../../ui/states.tsx'
import { ConfirmStep } from './confirm-step.tsx'
import type { Made } from './make-first.ts'
import styles from './setup.module.css'

/** From an empty panel to a QR code on the screen. The last step is in the URL, so it survives a reload. */
export function SetupPage() {
  const { t, router, queries } = useApp()
  const email = useParam('c')
  const [done, setDone] = useState<Done>({ made: {}, steps: 3 })
  const state = useReply(endpoints.setup.state, { staleTime: 0 })

  function finish(name: string, result: Done) {
    queries.setQueryData<SetupState>(keyOf(endpoints.setup.state), (old) => old && { ...old, open: false })
    setDone(result)
    router.setParams({ c: name })
  }
  return (
    <Page title={t('setup.title')} column={520}>
      {email ? (
        <div className={styles.card}>
          <Progress step={done.steps} steps={done.steps} />
          <ScanStep email={email} made={done.made} />
        </div>
      ) : (
        <Loaded query={state}>{(found) => <Wizard found={found} onDone={finish} />}</Loaded>
      )}
    </Page>
  )
}

interface Done {
  made: Made
  steps: number
}

type Step = 'welcome' | 'secure' | 'confirm'

function Wizard({ found, onDone }: { found: SetupState; onDone(email: string, done: Done): void }) {
  const { router } = useApp()
  // As it was when the wizard started: securing the panel must not remove its step.
  const [first] = useState(found)
  const [step, setStep] = useState<Step>('welcome')
  useEffect(() => {
    if (!first.open) router.go(paths.home, 'replace') // it was finished, or skipped
  }, [first.open, router])
  if (!first.open) return null

  const order: Step[] = ['welcome', ...(first.secure ? (['secure'] as const) : []), 'confirm']
  const steps = order.length + 1
  const next = () => setStep(order[order.indexOf(step) + 1] ?? 'confirm')
  return (
    <div className={styles.card}>
      <Progress step={order.indexOf(step) + 1} steps={steps} />
      {step === 'welcome' && <WelcomeStep onNext={next} />}
      {step === 'secure' && <SecureStep username={first.username} onNext={next} />}
      {step === 'confirm' && (
        <ConfirmStep state={first} onDone={(email, made) => onDone(email, { made, steps })} />
      )}
    </div>
  )
}

function Progress({ step, steps }: { step: number; steps: number }) {
  const { t } = useApp()
  return (
    <div className="stack8">
      <p className="dim85">{t('setup.step', { step, steps })}</p>
      <div className={styles.bars} aria-hidden="true">
        {Array.from({ length: steps }, (_, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: they are their own places
          <span key={i} className={styles.bar} data-done={i < step || undefined} />
        ))}
      </div>
    </div>
  )
}

function WelcomeStep({ onNext }: { onNext(): void }) {
  const { t, api, router, queries } = useApp()
  const skip = useMutation({
    mutationFn: () => api.call(endpoints.setup.done),
    onSettled: () => {
      queries.setQueryData<SetupState>(keyOf(endpoints.setup.state), (old) => old && { ...old, open: false })
      router.go(paths.home, 'replace')
    },
  })
  return (
    <>
      <h2 className={styles.title}>{t('setup.welcomeTitle')}</h2>
      <p className="prose">{t('setup.welcomeText')}</p>
      <Button label={t('setup.start')} primary size="md" fullWidth onClick={onNext} data-autofocus />
      <Button label={t('setup.moveIn')} size="md" fullWidth onClick={() => router.go(paths.moveIn)} />
      <p className={styles.under}>{t('setup.moveInText')}</p>
      <Button label={t('setup.skip')} variant="subtle" fullWidth call={skip} />
    </>
  )
}

/** The QR code, and a note when the phone has connected. */
function ScanStep({ email, made }: { email: string; made: Made }) {
  const { t, router } = useApp()
  const links = useReply(endpoints.clients.links, { params: { email } })
  const say = useSayAll(made.noCore?.errorCoded)
  return (
    <>
      <h2 className={styles.title}>{t('setup.scanTitle')}</h2>
      <p className="prose">{t('setup.scanText')}</p>
      <Loaded query={links}>
        {([link = '']) => (
          <div className={styles.scan}>
            <QrCode text={link} label={t('setup.qr', { email })} size={288} />
            <code className={styles.link} dir="ltr" data-link>
              {link}
            </code>
            <CopyButton text={link} what={t('setup.link')} wide />
          </div>
        )}
      </Loaded>
      <FirstConnection email={email} />
      {made.inboundId !== undefined && <EntryLine inboundId={made.inboundId} />}
      {made.noCore !== undefined && (
        <Alert color="orange">
          {t('setup.noCore', { reason: say(made.noCore.errorCoded, made.noCore.errorMsg) })}
        </Alert>
      )}
      {made.target?.outside === false && <Alert color="blue">{t('setup.standIn')}</Alert>}
      <Button
        label={t('setup.finish')}
        primary
        size="md"
        fullWidth
        onClick={() => router.go(paths.clients)}
      />
    </>
  )
}

/** The hub sends who is online; also polled, because a tick is five seconds and the user is waiting. */
function FirstConnection({ email }: { email: string }) {
  const { t } = useApp()
  const online = useReply(endpoints.clients.onlines, {
    refetchInterval: ({ state }) => (state.data?.includes(email) ? false : 3_000),
  })
  const connected = online.data?.includes(email) ?? false
  return (
    <p className={styles.first} role="status" data-connected={connected || undefined}>
      {connected && <CheckIcon size={18} />}
      {connected ? t('setup.connected') : t('setup.waiting')}
    </p>
  )
}

const letters = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789'

/** 20 letters of 56: 116 bits. 256 is not a multiple of 56, so biased bytes are discarded. */
function newPassword(): string {
  let text = ''
  while (text.length < 20) {
    const [byte = 255] = crypto.getRandomValues(new Uint8Array(1))
    if (byte < 224) text += letters[byte % letters.length]
  }
  return text
}

/** Changing the password ends every session; the new one logs in again at once. */
function SecureStep({ username, onNext }: { username: string; onNext(): void }) {
  const { t, api, live } = useApp()
  const [initial] = useState(() => ({ username, password: newPassword() }))
  const form = useForm({
    initial,
    check: (values) => ({
      ...(values.username.trim() === '' && { username: t('setup.missing') }),
      ...passwordError(t, values.password, 'password'),
    }),
    async submit(values) {
      live.stop() // The server closes the socket with the session; that is not a lost connection.
      try {
        await api.call(endpoints.setup.secure, { body: values })
        api.forgetToken()
        await api.call(endpoints.session.login, { body: { ...values, twoFactorCode: '' } })
        api.forgetToken()
      } finally {
        live.start()
      }
    },
    onDone: onNext,
  })
  return (
    <>
      <h2 className={styles.title}>{t('setup.secureTitle')}</h2>
      <p className="prose">{t('setup.secureText')}</p>
      <FormBody
        form={form}
        verb={t('setup.next')}
        careless
        aside={<Button label={t('setup.keep')} variant="subtle" onClick={onNext} />}
      >
        <TextInput
          {...form.text('username', 'setup.username')}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          dir="ltr"
        />
        <div className={styles.beside}>
          <PasswordInput
            {...form.text('password', 'setup.password')}
            autoComplete="new-password"
            defaultVisible
            visibilityToggleButtonProps={{ 'aria-label': t('setup.showPassword'), tabIndex: 0 }}
            className="grow"
            dir="ltr"
          />
          <CopyButton text={form.values.password} what={t('setup.copyPassword')} />
        </div>
      </FormBody>
    </>
  )
}
