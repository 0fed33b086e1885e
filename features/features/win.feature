Feature: Win the game
  As a player
  I want my points to be held against the target after every throw
  So that the game ends the moment I have won

  Scenario Outline: The throw that reaches the target wins before any choice
    Given a game of farkle between "Ada, Bo"
    And Ada has <points> points and Bo 9000
    When the dice fall <roll>
    Then Ada wins with <total> points
    And nobody can do anything more

    Examples:
      | points | roll        | total |
      | 9900   | 1 2 3 4 6 6 | 10000 |
      | 9950   | 5 5 2 3 4 6 | 10050 |
      | 9500   | 5 5 5 2 3 4 | 10000 |

  Scenario: The throw that falls short does not
    Given a game of farkle between "Ada, Bo"
    And Ada has 9850 points and Bo 9000
    When the dice fall 1 2 3 4 6 6
    Then the game goes on
    And Ada can bank or keep dice

  Scenario: Points of earlier throws of the turn count
    Given a game of farkle between "Ada, Bo"
    And Ada has 9700 points and Bo 0
    When the dice fall 1 1 3 4 6 6
    Then the game goes on
    When Ada keeps 1 1
    And Ada rolls again
    And the dice fall 1 2 3 4
    Then Ada wins with 10000 points

  Scenario: The target is the rules' own
    Given a game of farkle(target=500) between "Ada, Bo"
    When the dice fall 5 5 5 2 3 4
    Then Ada wins with 500 points

  Scenario: The screen says that the game is over
    Given a game of farkle(target=500) between "Ada, Bo"
    When the dice fall 5 5 5 2 3 4 and the user types ""
    Then the screen says "Ada wins!"
    And the game was played to its end
