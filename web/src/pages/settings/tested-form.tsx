import { Alert, Button, TextInput, type TextInputProps } from '@mantine/core'
import type { UseMutationResult } from '@tanstack/react-query'
import type { ComponentProps, ReactNode } from 'react'
import { Failed } from '../../ui/failed.tsx'
import { StoredForm } from './stored-form.tsx'

interface Props {
  form: ComponentProps<typeof StoredForm>['form']
  /** Uses what is typed, saved or not. */
  test: Pick<UseMutationResult<unknown>, 'isPending' | 'isSuccess' | 'error'> & { mutate(): void }
  canTest: boolean
  words: { test: string; works: string; fails: string }
  children: ReactNode
}

/** Settings of an external service: they can be tested before they are saved. */
export function TestedForm({ form, test, canTest, words, children }: Props) {
  return (
    <StoredForm
      form={form}
      aside={
        <Button variant="default" loading={test.isPending} disabled={!canTest} onClick={() => test.mutate()}>
          {words.test}
        </Button>
      }
    >
      {children}
      {test.isSuccess && (
        <Alert color="teal" variant="light" role="status">
          {words.works}
        </Alert>
      )}
      {test.error && <Failed error={test.error} title={words.fails} />}
    </StoredForm>
  )
}

/** Text for machines: names, addresses, keys. A hint is below, so that inputs side by side are aligned. */
export function MachineText(props: TextInputProps) {
  return (
    <TextInput
      dir="ltr"
      spellCheck={false}
      autoCapitalize="none"
      autoComplete="off"
      inputWrapperOrder={['label', 'input', 'error', 'description']}
      {...props}
    />
  )
}
