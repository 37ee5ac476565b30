import { CloseButton, NumberInput, type NumberInputProps } from '@mantine/core'
import { useState } from 'react'
import styles from './amount-field.module.css'

interface Props extends Omit<NumberInputProps, 'value' | 'onChange' | 'placeholder'> {
  value: number | string
  onChange(value: number | string): void
  /** What holds while no number is typed: "Unlimited", "Never", "Group default". */
  unset: string
}

/** A number, or the word for none: 0 is stored, and never has to be known or typed. */
export function AmountField({ value, onChange, unset, ...props }: Props) {
  // What is being typed may be on its way from 0 to 0.5.
  const [typed, setTyped] = useState<number | string>('')
  const isTyped = typed !== '' && Number(typed) === Number(value)
  const isSet = Number(value) > 0
  return (
    <NumberInput
      min={0}
      {...props}
      classNames={{ input: styles.input ?? '' }}
      value={isTyped ? typed : isSet ? value : ''}
      onChange={(next) => {
        setTyped(next)
        onChange(next === '' ? 0 : next)
      }}
      onBlur={() => setTyped('')}
      placeholder={unset}
      rightSection={
        isSet ? (
          <CloseButton
            size={24}
            iconSize={14}
            aria-label={unset}
            title={unset}
            onClick={() => {
              setTyped('')
              onChange(0)
            }}
          />
        ) : (
          <span />
        )
      }
    />
  )
}
