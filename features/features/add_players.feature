Feature: Add players
  As somebody at the keyboard
  I want to say who plays
  So that my friends and I can begin a game

  Scenario Outline: Too few players
    Given a game of farkle that nobody has joined
    When the user types "<names>"
    Then the screen says "There are too few: add at least 2 in all."
    And the user is asked for player <next>
    And no game has begun

    Examples:
      | names     | next |
      | stop      | 1    |
      | Ada, stop | 2    |

  Scenario: One more name is enough
    Given a game of farkle that nobody has joined
    When the user types "Ada, stop, Bo, stop"
    Then the screen says "There are too few: add at least 2 in all."
    And a game between "Ada, Bo" begins
    And it is Ada's turn

  Scenario Outline: Two players or more
    Given a game of farkle that nobody has joined
    When the user types "<names>, stop"
    Then a game between "<names>" begins
    And nobody has any points
    And it is Ada's turn

    Examples:
      | names         |
      | Ada, Bo       |
      | Ada, Bo, Cleo |

  Scenario: A name that is taken
    Given a game of farkle that nobody has joined
    When the user types "Ada, Ada, Bo, stop"
    Then the screen says "Ada has a seat already: choose another name."
    And a game between "Ada, Bo" begins
