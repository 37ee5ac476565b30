import { Alert, NumberInput, SegmentedControl, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import type { Node } from '#contract/node.ts'
import { endpoints } from '../../api/endpoints.ts'
import { ChoiceChips } from '../../forms/choice-chips.tsx'
import { machineText, SecretInput, type useForm } from '../../forms/form.tsx'
import { useApp } from '../../services.tsx'
import { Button } from '../../ui/button.tsx'
import { useSayCoded } from '../../ui/say-error.ts'
import { CallError } from '../../ui/states.tsx'
import { bodyOf, modes, type NodeForm, withUrl } from './node-values.ts'
import styles from './nodes.module.css'

interface Props {
  form: ReturnType<typeof useForm<NodeForm, Node | undefined>>
  /** Absent: a new one. */
  node: Node | undefined
}

/** How the panel is reached, where no join string says it. */
export function ConnectionFields({ form, node }: Props) {
  const { t } = useApp()
  const { values, set } = form
  /** A pasted URL is shown in its parts. */
  function takeApart() {
    const next = withUrl(values)
    if (next === values) return
    for (const key of ['scheme', 'address', 'port', 'basePath'] as const) set(key, next[key])
  }
  return (
    <>
      <TextInput
        {...form.text('address', 'nodes.address', 'nodes.addressHint')}
        onBlur={takeApart}
        {...machineText}
      />
      <div className={styles.pair}>
        <NumberInput
          {...form.value('port', 'nodes.port')}
          min={1}
          max={65_535}
          allowDecimal={false}
          hideControls
          dir="ltr"
        />
        <TextInput {...form.text('basePath', 'nodes.basePath')} {...machineText} />
      </div>
      <SecretInput
        {...form.text('apiToken', 'nodes.token', node?.hasApiToken ? 'nodes.tokenSet' : 'nodes.tokenHint')}
        placeholder={node?.hasApiToken ? '••••••••' : ''}
        autoComplete="off"
      />
      <div className={styles.field}>
        <span className="fieldLabel" id="node-scheme">
          {t('nodes.scheme')}
        </span>
        <SegmentedControl
          aria-labelledby="node-scheme"
          data={['https', 'http']}
          value={values.scheme}
          // The control returns one of its values.
          onChange={(scheme) => set('scheme', scheme as NodeForm['scheme'])}
        />
      </div>
      <TlsFields form={form} id={node?.id} />
    </>
  )
}

type Form = ReturnType<typeof useForm<NodeForm, unknown>>

/** How the certificate is judged, and what is unsafe about the choice. */
function TlsFields({ form, id }: { form: Form; id: number | undefined }) {
  const { t } = useApp()
  const { scheme, tlsVerifyMode } = form.values
  if (scheme === 'http') return <Unsafe code="node.plain-http" />
  return (
    <>
      <ChoiceChips
        {...form.value('tlsVerifyMode')}
        legend={t('nodes.tls')}
        options={modes.map((value) => ({
          value,
          label: t(`nodes.tlsName.${value}`),
          hint: t(`nodes.tlsHint.${value}`),
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
    <Alert color="orange">
      <span dir="auto">{text}</span>
    </Alert>
  )
}

function Pin({ form, id }: { form: Form; id: number | undefined }) {
  const { t, api } = useApp()
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
        <TextInput {...form.text('pinnedCertSha256', 'nodes.fingerprint')} {...machineText} />
        <Button label={t('nodes.readFingerprint')} call={reading} />
      </div>
      {reading.isSuccess && <p className="dim88">{t('nodes.fingerprintRead')}</p>}
      {reading.error && <CallError error={reading.error} />}
    </div>
  )
}
