import { type ReactNode, useId } from 'react'
import styles from './choice-chips.module.css'

interface Option<T extends string> {
  value: T
  label: ReactNode
  hint?: ReactNode
}

interface Base<T extends string> {
  legend: string
  options: readonly Option<T>[]
  /** The field name that a refusal uses. */
  name: string
  error?: string | undefined
  /** Beside the legend. */
  aside?: ReactNode
}

interface One<T extends string> extends Base<T> {
  many?: false
  value: T
  onChange(value: T): void
}

interface Many<T extends string> extends Base<T> {
  many: true
  value: readonly T[]
  onChange(value: T[]): void
}

/** Shows all choices, one click each: a plan, the inbounds. */
export function ChoiceChips<T extends string>(props: One<T> | Many<T>) {
  const { legend, options, name, error, aside, many } = props
  const id = useId()
  const isOn = (value: T) => (many ? props.value.includes(value) : props.value === value)
  function press(value: T) {
    if (!many) return props.onChange(value)
    props.onChange(isOn(value) ? props.value.filter((other) => other !== value) : [...props.value, value])
  }
  return (
    <fieldset
      data-field={name}
      tabIndex={-1}
      aria-labelledby={id} // The legend is inside a div, so it does not name the fieldset by itself.
      aria-invalid={error ? true : undefined}
    >
      <div className={styles.head}>
        <legend id={id} className={styles.legend}>
          {legend}
        </legend>
        {aside}
      </div>
      <div className={styles.chips}>
        {options.map(({ value, label, hint }) => (
          <label key={value} className={styles.chip}>
            <input
              type={many ? 'checkbox' : 'radio'}
              name={many ? undefined : name}
              checked={isOn(value)}
              onChange={() => press(value)}
              className={styles.input}
            />
            <span className={styles.face}>
              <span className={styles.label}>{label}</span>
              {hint && <span className={styles.hint}>{hint}</span>}
            </span>
          </label>
        ))}
      </div>
      {error && (
        <p className={styles.error} role="alert">
          {error}
        </p>
      )}
    </fieldset>
  )
}
