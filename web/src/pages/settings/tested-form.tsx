import { Alert, Button, TextInput, type TextInputProps } from '@mantine/core'
import type { UseMutationResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { FormBody } from '../../forms/form-body.tsx'
import type { Form } from '../../forms/use-form.ts'
import { Failed } from '../../ui/failed.tsx'

interface Props {
  form: Form
  /** Uses what is typed, saved or not. */
  test: Pick<UseMutationResult<unknown>, 'isPending' | 'isSuccess' | 'error'> & { mutate(): void }
  canTest: boolean
  words: { save: string; test: string; works: string; fails: string }
  children: ReactNode
}

/** Settings of a service elsewhere: they can be tried before they are saved. */
export function TestedForm({ form, test, canTest, words, children }: Props) {
  return (
    <FormBody
      form={form}
      verb={words.save}
      needsChange
      closedBy={['section', 'q']}
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
    </FormBody>
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
