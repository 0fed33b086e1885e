Feature: Roll dice
  As the player whose turn it is
  I want to throw the dice
  So that I can make points

  Background:
    Given a game of farkle between "Ada, Bo"
    And it is Ada's turn

  Scenario Outline: Dice that score
    When the dice fall <roll>
    Then the roll makes <points> points
    And Ada can bank or keep dice

    Examples:
      | roll        | points |
      | 1 2 3 4 6 6 | 100    |
      | 5 2 3 4 6 6 | 50     |
      | 1 1 5 3 4 6 | 250    |
      | 1 1 1 2 3 4 | 300    |
      | 2 2 2 3 4 6 | 200    |
      | 6 6 6 1 2 3 | 700    |
      | 5 5 1 5 5 2 | 650    |

  Scenario: The screen shows what scored and what can be done
    When the dice fall 5 5 1 5 5 2 and the user types "help"
    Then the screen says "Ada rolled"
    And the screen says "one 1"
    And the screen says "three 5s"
    And the screen says "2: nothing"
    And the screen says "1) Bank 650"
    And the screen says "take back a choice"

  Scenario: Nothing scores at the start of a turn
    When the dice fall 2 3 4 6 6 2
    Then the table says "Farkle!"
    And Ada has 0 points
    And it is Bo's turn

  Scenario: Nothing scores later on, and the points of the turn are lost
    When the dice fall 1 1 3 4 6 6
    And Ada keeps 1 1
    And Ada rolls again
    And the dice fall 2 3 4 6
    Then the table says "Farkle!"
    And the table says "loses 200 points"
    And Ada has 0 points
    And it is Bo's turn

  Scenario: Bank
    When the dice fall 1 5 3 4 6 6
    And Ada banks
    Then Ada has 150 points
    And Bo has 0 points
    And it is Bo's turn

  Scenario: Bank what was kept before, too
    When the dice fall 1 5 3 4 6 6
    And Ada keeps 1
    And Ada rolls again
    And the dice fall 2 2 2 3 4
    And Ada banks
    Then Ada has 300 points
    And it is Bo's turn

  Scenario: Bank from the menu
    When the dice fall 1 5 3 4 6 6, then 1 2 3 4 6 6 and the user types "1"
    Then the screen says "Ada banks 150 for a total of 150."
    And the screen says "--- Bo's turn ---"

  Scenario Outline: What the menu shows can be typed, in any case
    When the dice fall 1 5 3 4 6 6, then 1 2 3 4 6 6 and the user types "<text>"
    Then the screen says "Ada banks 150 for a total of 150."

    Examples:
      | text                   |
      | Bank 150               |
      | bank 150               |
      | BANK                   |
      | Bank 150    total: 150 |

  Scenario: A sum that is wrong is refused
    When the dice fall 1 5 3 4 6 6 and the user types "bank 450"
    Then the screen says "bank scores 150, not 450"

  Scenario: Roll again with the dice that are left
    When the dice fall 1 5 3 4 6 6
    And Ada keeps 5
    And Ada rolls again
    Then 5 dice are thrown next
    And the turn has made 50 points so far

  Scenario: Nobody rolls again without keeping a die
    When the dice fall 1 5 3 4 6 6
    Then Ada cannot roll, because "first keep at least one die that scores"
    And Ada cannot keep none, because "keep at least one die that scores"

  Scenario: Dice that do not score cannot be kept
    When the dice fall 1 5 3 4 6 6
    Then Ada cannot keep 1 6, because "6 would not score"
    And Ada cannot keep 1 1, because "can't keep 1"

  Scenario: Hot dice in one throw
    When the dice fall 1 1 5 2 2 2
    And Ada keeps 1 1 5 2 2 2
    Then Ada can roll or bank
    When Ada rolls again
    Then 6 dice are thrown next
    And the turn has made 450 points so far

  Scenario: Hot dice over several throws
    When the dice fall 1 1 5 3 4 6
    And Ada keeps 1 1 5
    And Ada rolls again
    And the dice fall 3 3 3
    And Ada keeps 3 3 3
    And Ada rolls again
    Then 6 dice are thrown next
    And the turn has made 550 points so far
