Feature: Other names for the same luck
  As a player of cheese or zilch
  I want the words and the endings of my game
  So that it is the one we play at home

  Scenario: Passing the cheese ends the turn
    Given a game of cheese between "Ada, Bo"
    When the dice fall 1 1 5 2 3 4
    And Ada keeps 1 1 5
    And Ada rolls again
    And the dice fall 1 5 5
    And Ada keeps 1 5 5
    Then the table says "Passed the cheese!"
    And Ada has 450 points
    And it is Bo's turn

  Scenario: Six dice at once pass the cheese too
    Given a game of cheese between "Ada, Bo"
    When the dice fall 1 2 3 4 5 6
    And Ada keeps 1 2 3 4 5 6
    Then the table says "Passed the cheese!"
    And Ada has 1500 points
    And it is Bo's turn

  Scenario: Cutting the cheese
    Given a game of cheese between "Ada, Bo"
    When the dice fall 2 2 3 3 4 6
    Then the table says "Cut the cheese!"
    And it is Bo's turn

  Scenario: Nothing scores in zilch
    Given a game of zilch between "Ada, Bo"
    When the dice fall 2 2 3 3 4 6
    Then the table says "Zilch!"
    And it is Bo's turn

  Scenario: In zilch everybody else has one more turn
    Given a game of zilch between "Ada, Bo, Cleo"
    And Ada has 9500 points, Bo 9000 and Cleo 0
    When the dice fall 5 5 5 2 3 4
    And Ada keeps 5 5 5
    And Ada banks
    Then the game goes on
    And it is Bo's turn
    When the dice fall 1 1 1 2 3 4
    And Bo keeps 1 1 1
    And Bo banks
    Then the game goes on
    And it is Cleo's turn
    When the dice fall 2 2 3 3 4 6
    Then Ada, Bo win with 10000 points
    And nobody can do anything more

  Scenario: The last turn can overtake
    Given a game of zilch between "Ada, Bo"
    And Ada has 9500 points and Bo 9000
    When the dice fall 5 5 5 2 3 4
    And Ada keeps 5 5 5
    And Ada banks
    And the dice fall 1 1 1 5 3 4
    And Bo keeps 1 1 1 5
    And Bo banks
    Then Bo wins with 10050 points
