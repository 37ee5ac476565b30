import { ActionIcon, type ActionIconProps } from '@mantine/core'
import type { ComponentProps } from 'react'
import type { TrashIcon } from './icons.tsx'

export const plainIcon = { variant: 'subtle', color: 'gray', c: 'inherit', size: 36 } as const

interface Props extends ActionIconProps, Omit<ComponentProps<'button'>, keyof ActionIconProps | 'ref'> {
  icon: typeof TrashIcon
  label: string
}

/** A button that is an icon; its label says what it does to what. */
export const IconButton = ({ icon: Icon, label, ...props }: Props) => (
  <ActionIcon {...plainIcon} aria-label={label} {...props}>
    <Icon size={18} />
  </ActionIcon>
)
