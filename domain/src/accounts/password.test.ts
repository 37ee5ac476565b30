import { expect, it } from 'vitest'
import { patient } from '#test/patient.ts'
import { passwordFault } from './password.ts'

it.each(['', 'a', '1234567', 'Xk9$mQ2', '😀😀😀😀😀😀😀'])('is too short: %s', (password) => {
  expect(passwordFault(password)).toBe('short')
})

it.each([
  ...['password', 'Password1', 'PASSWORD123', 'P@ssw0rd!', 'passw0rd', 'password2024!'],
  ...['12345678', '123456789', '1234567890', '87654321', '0987654321', '11111111', '12121212', '00000000'],
  ...['qwertyui', 'qwertyuiop', 'qwerty123', 'QWERTY12', '1q2w3e4r', '1qaz2wsx', 'q1w2e3r4', 'asdfghjkl'],
  ...[
    'admin123',
    'admin1234',
    'administrator',
    'Admin@123',
    'adminadmin',
    'root1234',
    'changeme',
    'Changeme1!',
  ],
  ...['letmein1', 'welcome1', 'Welcome123', 'iloveyou', 'sunshine', 'abcdefgh', 'abcd1234', 'aaaaaaaa'],
  ...['йцукенгш', 'trustno1', 'football', 'test1234', 'x-ui1234', 'sluice123', 'abcabcabc', '!@#$%^&*'],
  ...['1234qwer', 'qwe123asd', 'asdf1234', 'love12345', '123456abc'],
])('is one of the commonest: %s', (password) => {
  expect(passwordFault(password)).toBe('common')
})

it.each([
  ...['a long pass phrase', 'another long pass phrase', 'correct horse battery', 'Xk9$mQ2v', 'tRzq81lPwd'],
  ...['passwordless-entry-42', 'adminofthehill', 'vPn-of-my-own', '9f86d081884c', 'пять слонов идут'],
])('is good enough: %s', (password) => {
  expect(passwordFault(password)).toBeUndefined()
})

it('takes no longer for a very long one', () => {
  const start = performance.now()
  expect(passwordFault(`a${'1'.repeat(1_000_000)}`)).toBeUndefined()
  expect(performance.now() - start).toBeLessThan(patient(1_000))
})
