import { Select } from '@mantine/core'
import type { Ending } from '#contract/limits.ts'

/** Cut or slow, in the words of its place. */
export function EndingSelect(props: {
  name: string
  label: string
  value: Ending
  cut: string
  slow: string
  onChange(value: Ending): void
}) {
  const { name, label, value, cut, slow, onChange } = props
  return (
    <Select
      name={name}
      label={label}
      value={value}
      onChange={(next) => onChange(next === 'slow' ? 'slow' : 'cut')}
      data={[
        { value: 'cut', label: cut },
        { value: 'slow', label: slow },
      ]}
      allowDeselect={false}
    />
  )
}
