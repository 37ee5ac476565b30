import '../forms/mantine-styles.ts'
import { Alert, NativeSelect, NumberInput } from '@mantine/core'
import { keepPreviousData } from '@tanstack/react-query'
import type { CapCounts, CapEnd, CapKind, CapTerms, CapView } from '#contract/caps-api.ts'
import { endpoints, useReply } from '../api/endpoints.ts'
import { FormBody, useForm } from '../forms/form.tsx'
import { type PlainKey, useTranslation } from '../i18n/translation.tsx'
import { useServices } from '../services.tsx'
import { Meter } from '../ui/meter.tsx'
import { Loaded } from '../ui/states.tsx'

interface Place {
  kind: CapKind
  id: number
}

/** A number field that was emptied. */
type Amount = number | string
interface Form extends Omit<CapTerms, 'capBytes' | 'resetDay' | 'warnPercent' | 'costMonth' | 'costTb'> {
  capBytes: Amount
  resetDay: Amount
  warnPercent: Amount
  costMonth: Amount
  costTb: Amount
}

const GB = 2 ** 30
const MINUTE = 60_000
const counts: Record<CapCounts, PlainKey> = {
  both: 'cap.counts.both',
  download: 'cap.counts.download',
  upload: 'cap.counts.upload',
  larger: 'cap.counts.larger',
}
const ends: Record<CapEnd, PlainKey> = {
  nothing: 'cap.atEnd.nothing',
  hide: 'cap.atEnd.hide',
  stop: 'cap.atEnd.stop',
}
const chosen = <T extends string>(words: Record<T, PlainKey>, value: string): T | undefined =>
  (Object.keys(words) as T[]).find((one) => one === value) // exactly the keys of the words

/** What is shown in GB is sent in bytes; an empty day stays one that the panel refuses. */
const termsIn = ({ capBytes, resetDay, warnPercent, costMonth, costTb, ...rest }: Form): CapTerms => ({
  ...rest,
  capBytes: Math.round(Number(capBytes) * GB),
  resetDay: Number(resetDay),
  warnPercent: Number(warnPercent),
  costMonth: Number(costMonth),
  costTb: Number(costTb),
})

/** How much of a cap is used, and the form for it; of a server, with what it costs. */
export function CapDetails(place: Place) {
  const query = useReply(endpoints.caps.get, {
    params: { kind: place.kind, id: place.id },
    staleTime: 0,
    refetchInterval: MINUTE,
  })
  return (
    <Loaded query={query} rows={6}>
      {(view) => (
        <div className="shrinkingStack16">
          <Used view={view} />
          <TermsForm place={place} view={view} />
        </div>
      )}
    </Loaded>
  )
}

function Used({ view: { used, capBytes, from, until } }: { view: CapView }) {
  const { t, measures } = useTranslation()
  const said = { used: measures.bytes(used), from: measures.moment(from) }
  if (capBytes === 0) return <p>{t('cap.none', said)}</p>
  const text = t('cap.used', { ...said, cap: measures.bytes(capBytes), until: measures.moment(until) })
  return (
    <div data-cap-used>
      <p role="status">{text}</p>
      <Meter share={used / capBytes} label={text} />
    </div>
  )
}

function TermsForm({ place, view }: { place: Place; view: CapView }) {
  const { t } = useTranslation()
  const { api, queries } = useServices()
  const { resetDay, counts: counted, warnPercent, atEnd, costMonth, costTb } = view
  const form = useForm<Form, CapView>({
    initial: {
      ...{ capBytes: view.capBytes / GB, resetDay, counts: counted, warnPercent, atEnd, costMonth, costTb },
    },
    submit: (values) =>
      api.call(endpoints.caps.save, { params: { kind: place.kind, id: place.id }, body: termsIn(values) }),
    async onDone() {
      await queries.invalidateQueries({
        predicate: ({ queryKey: [path] }) => String(path).startsWith('/panel/api/caps'),
      })
    },
  })
  return (
    <FormBody form={form} verb={t('cap.save')} closedBy={['cap']}>
      <NumberInput {...form.value('capBytes', 'cap.capBytes', 'cap.capBytesHint')} min={0} decimalScale={3} />
      <NumberInput
        {...form.value('resetDay', 'cap.resetDay', 'cap.resetDayHint')}
        allowDecimal={false}
        allowNegative={false}
      />
      <NativeSelect
        {...form.value('counts', 'cap.counts')}
        data={Object.entries(counts).map(([value, word]) => ({ value, label: t(word) }))}
        onChange={({ currentTarget: { value } }) => form.set('counts', chosen(counts, value) ?? 'both')}
      />
      <NumberInput
        {...form.value('warnPercent', 'cap.warnPercent', 'cap.warnPercentHint')}
        min={0}
        max={100}
        allowDecimal={false}
      />
      <NativeSelect
        {...form.value('atEnd', 'cap.atEnd')}
        data={Object.entries(ends).map(([value, word]) => ({ value, label: t(word) }))}
        onChange={({ currentTarget: { value } }) => form.set('atEnd', chosen(ends, value) ?? 'nothing')}
      />
      {place.kind !== 'inbound' && (
        <>
          <NumberInput {...form.value('costMonth', 'cap.costMonth')} min={0} decimalScale={4} />
          <NumberInput {...form.value('costTb', 'cap.costTb', 'cap.costTbHint')} min={0} decimalScale={4} />
        </>
      )}
      <Effect place={place} terms={termsIn(form.values)} isOpen={form.dirty || view.stage === 'reached'} />
    </FormBody>
  )
}

/** What the end of the cap would do, before it is saved. */
function Effect({ place, terms, isOpen }: { place: Place; terms: CapTerms; isOpen: boolean }) {
  const { t } = useTranslation()
  const params = { kind: place.kind, id: place.id }
  const isAsked = isOpen && terms.capBytes > 0 && terms.atEnd !== 'nothing'
  const query = useReply(endpoints.caps.preview, {
    params,
    body: terms,
    enabled: isAsked,
    staleTime: MINUTE,
    placeholderData: keepPreviousData,
    retry: false,
  })
  if (!isAsked || !query.data) return null
  const { inbounds, clients, alone, closes } = query.data
  return (
    <Alert color={closes ? 'red' : 'gray'} data-cap-effect>
      <p role="status">
        {closes && `${t('cap.atOnce')} `}
        {t('cap.affects', { inbounds, clients })}
        {alone > 0 && ` ${t('cap.alone', { count: alone })}`}
      </p>
    </Alert>
  )
}
