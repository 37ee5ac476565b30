import { NativeSelect } from '@mantine/core'

interface Option {
  value: string
  label: string
}

interface Props {
  label: string
  className: string | undefined
  options: readonly Option[]
  value: string
  onChange(value: string): void
}

/** Narrows a list. A value of the URL that is none of the options is shown by its number. */
export function FilterSelect({ label, className = '', options, value, onChange }: Props) {
  const isKnown = options.some((option) => option.value === value)
  return (
    <NativeSelect
      className={className}
      aria-label={label}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      data={[...options, ...(isKnown ? [] : [{ value, label: `#${value}` }])]}
    />
  )
}
