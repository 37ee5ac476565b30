import { Alert, Button, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import type { TlsVerifyMode } from '#contract/node.ts'
import { endpoints } from '../../api/endpoints.ts'
import { ChoiceChips } from '../../forms/choice-chips.tsx'
import type { useForm } from '../../forms/use-form.ts'
import { type PlainKey, useTranslation } from '../../i18n/translation.tsx'
import { useServices } from '../../services.tsx'
import { sayError } from '../../ui/say-error.ts'
import { useSayCoded } from '../../ui/use-say-coded.ts'
import { bodyOf, modes, type NodeForm, withUrl } from './node-values.ts'
import styles from './nodes.module.css'

type Form = ReturnType<typeof useForm<NodeForm, unknown>>

const words = {
  verify: { label: 'nodes.verify', hint: 'nodes.verifyHint' },
  pin: { label: 'nodes.pin', hint: 'nodes.pinHint' },
  skip: { label: 'nodes.skip', hint: 'nodes.skipHint' },
} as const satisfies Record<TlsVerifyMode, { label: PlainKey; hint: PlainKey }>

/** How the certificate is judged, and what is unsafe about the choice. */
export function TlsFields({ form, id }: { form: Form; id: number | undefined }) {
  const { t } = useTranslation()
  const { scheme, tlsVerifyMode } = form.values
  if (scheme === 'http') return <Unsafe code="node.plain-http" />
  return (
    <>
      <ChoiceChips
        {...form.value('tlsVerifyMode')}
        legend={t('nodes.tls')}
        options={modes.map((value) => ({
          value,
          label: t(words[value].label),
          hint: t(words[value].hint),
        }))}
      />
      {tlsVerifyMode === 'pin' && <Pin form={form} id={id} />}
      {tlsVerifyMode === 'skip' && <Unsafe code="node.unverified" />}
    </>
  )
}

function Unsafe({ code }: { code: 'node.plain-http' | 'node.unverified' }) {
  const coded = { code, params: {} }
  const text = useSayCoded(coded)(coded, '')
  if (text === '') return null
  return (
    <Alert color="orange" variant="light">
      <span dir="auto">{text}</span>
    </Alert>
  )
}

function Pin({ form, id }: { form: Form; id: number | undefined }) {
  const { t } = useTranslation()
  const { api } = useServices()
  const reading = useMutation({
    // The certificate is only read: the choice is made by pinning it.
    mutationFn: () =>
      api.call(endpoints.nodes.certFingerprint, {
        body: { ...bodyOf(withUrl(form.values), id), tlsVerifyMode: 'skip' },
      }),
    onSuccess: (found) => form.set('pinnedCertSha256', found),
  })
  return (
    <div className={styles.field}>
      <div className={styles.beside}>
        <TextInput
          {...form.text('pinnedCertSha256')}
          label={t('nodes.fingerprint')}
          dir="ltr"
          autoComplete="off"
          spellCheck={false}
        />
        <Button variant="default" loading={reading.isPending} onClick={() => reading.mutate()}>
          {t('nodes.readFingerprint')}
        </Button>
      </div>
      {reading.isSuccess && <p className={styles.dim}>{t('nodes.fingerprintRead')}</p>}
      {reading.error && (
        <Alert color="red" variant="light" role="alert">
          <span dir="auto">{sayError(t, reading.error)}</span>
        </Alert>
      )}
    </div>
  )
}
