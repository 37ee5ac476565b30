import { SegmentedControl, type SegmentedControlProps } from '@mantine/core'
import { type PlainKey, useTranslation } from '../i18n/translation.tsx'

interface Props<T extends string> extends Omit<SegmentedControlProps<T>, 'data'> {
  /** The choices in their order. */
  words: Readonly<Record<T, PlainKey>>
}

/** One of a few choices, side by side. */
export function Segments<T extends string>({ words, ...props }: Props<T>) {
  const { t } = useTranslation()
  const values = Object.keys(words) as T[] // exactly the keys of the words
  return <SegmentedControl<T> {...props} data={values.map((value) => ({ value, label: t(words[value]) }))} />
}
