import { type ButtonProps, Button as MantineButton } from '@mantine/core'
import type { ComponentProps, ComponentType, ReactNode } from 'react'

interface Face {
  label: ReactNode
  /** The main action of the view: filled, the others are outlined. */
  primary?: boolean
  icon?: ComponentType<{ size?: number }>
}
type Props<Tag extends 'a' | 'button'> = Face & ButtonProps & Omit<ComponentProps<Tag>, keyof ButtonProps>

interface Calling<Input> {
  /** What a click calls; the button is busy until the reply. */
  call?: { isPending: boolean; mutate(input: Input): void }
  input?: Input
}

const look = (Icon: Face['icon'], primary = false) => ({
  variant: primary ? 'filled' : 'default',
  ...(Icon && { leftSection: <Icon size={16} /> }),
})

/** A button with words on it, and maybe an icon before them. */
export function Button<Input>(given: Props<'button'> & Calling<Input>) {
  const { label, icon, primary, call, input, ...props } = given
  return (
    <MantineButton
      {...look(icon, primary)}
      {...(call && { loading: call.isPending, onClick: () => call.mutate(input as Input) })} // a call without `input` takes none
      {...props}
    >
      {label}
    </MantineButton>
  )
}

/** Looks like a button, and is a link to another site or to a file. */
export const ButtonLink = ({ label, icon, primary, ...props }: Props<'a'>) => (
  <MantineButton component="a" {...look(icon, primary)} {...props}>
    {label}
  </MantineButton>
)
