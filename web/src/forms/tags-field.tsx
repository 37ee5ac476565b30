import { TagsInput, type TagsInputProps } from '@mantine/core'

interface Props extends TagsInputProps {
  name: string
  value: string[]
}

/** A list of texts. Typed text becomes a value on Enter, comma, Tab and blur, so that it is not lost. */
export const TagsField = ({ name, value, placeholder = '', data = [], ...props }: Props) => (
  <TagsInput
    data-field={name}
    value={value}
    placeholder={value.length === 0 ? placeholder : ''}
    data={data}
    // A list without options is never open, so that Escape closes the drawer at once.
    {...(data.length === 0 && { dropdownOpened: false })}
    splitChars={[',', ' ', ';', '\n']}
    acceptValueOnBlur
    dir="ltr"
    {...props}
  />
)
